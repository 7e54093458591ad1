print("pace")
