// Shows nothing: starts the engine (wasm) that the page carries and passes requests to it.
// A trap costs one request: the engine is started anew with the last rules that it took.

/**
 * `mark` is a number that tells the page's rules and logs from those of another page; `lastCheck` is the request
 * with the last rules that it took.
 */
const engine = { module: null, exports: null, content: null, mark: 0, lastCheck: null, stopped: 0 };

/** The bytes of a base64 block of the page. */
function blockBytes(id) {
  const text = atob(byId(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** The bytes that a gzip stream stands for. */
async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Compiles the engine of the page and opens it on the page's rules and logs. */
async function startEngine() {
  engine.module = await WebAssembly.compile(await unzipped(blockBytes("engine")));
  engine.content = blockBytes("content");
  engine.mark = markOf(engine.content);
  await openEngine();
}

/** The 32-bit FNV-1a hash of some bytes: http://www.isthe.com/chongo/tech/comp/fnv */
function markOf(bytes) {
  let mark = 0x811c9dc5;
  for (const byte of bytes) mark = Math.imul(mark ^ byte, 0x01000193) >>> 0;
  return mark;
}

function openEngine() {
  engine.exports = new WebAssembly.Instance(engine.module, {}).exports;
  putBytes(engine.content);
  if (engine.exports.studio_open() !== 1) throw new Error("It can't read this log: make the page anew.");
}

function putBytes(bytes) {
  const place = engine.exports.studio_room(bytes.length);
  new Uint8Array(engine.exports.memory.buffer, place, bytes.length).set(bytes);
}

function rawAsk(verb, pairs) {
  let text = verb;
  for (const [key, value] of pairs) text += "\0" + key + "\0" + String(value).replaceAll("\0", "\uFFFD");
  const bytes = new TextEncoder().encode(text);
  putBytes(bytes);
  const length = engine.exports.studio_ask();
  const start = engine.exports.studio_answer();
  return new TextDecoder().decode(new Uint8Array(engine.exports.memory.buffer, start, length));
}

/** What stands in the place of an answer that never came. */
const stoppedText = "The engine stopped at this.";

/** The engine's answer as text; null where the engine stopped, which costs no more than this request. */
function ask(verb, pairs) {
  try {
    return rawAsk(verb, pairs || []);
  } catch (error) {
    engine.stopped += 1;
    showTrouble("The engine stopped at this request; everything else goes on.", `${verb}: ${error.message}`);
    openEngine();
    if (engine.lastCheck) rawAsk("check", engine.lastCheck);
    return null;
  }
}

/** The engine's answer as a value; null where it stopped or didn't answer in JSON. */
function askValue(verb, pairs) {
  const text = ask(verb, pairs);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const lastAnswers = new Map();

/** The requests whose answers name no places in the texts: comments and layout change nothing of them. */
const textless = new Set(["night", "many", "marks", "grid", "clock"]);

/**
 * As `askValue`, but a request that is the same as the last of its kind is answered from memory. `aside` are pairs
 * that make no other request of it.
 */
function askOnce(place, verb, pairs, isText, aside = []) {
  const key = JSON.stringify([verb, pairs, textless.has(verb) ? program : texts]);
  const last = lastAnswers.get(place);
  if (last && last.key === key) return last.answer;
  const asked = [...pairs, ...aside];
  const answer = isText ? ask(verb, asked) : askValue(verb, asked);
  lastAnswers.set(place, { key, answer });
  return answer;
}

/** The one line that says what is wrong, until the next step; `detail` is what the browser says of it. */
function showTrouble(text, detail) {
  const line = byId("engine-notice");
  line.hidden = false;
  setText(line, detail ? `${text} (${detail})` : text);
}
