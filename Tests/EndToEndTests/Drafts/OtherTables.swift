/// What browsers write, with the tables and columns that they have.
enum BrowserTables {
  /// `places.sqlite` of Firefox: five visits on 2026-11-21.
  static let places = """
    CREATE TABLE moz_origins (id INTEGER PRIMARY KEY, prefix TEXT NOT NULL, host TEXT NOT NULL, frecency INTEGER NOT NULL,
      recalc_frecency INTEGER NOT NULL DEFAULT 0, alt_frecency INTEGER, recalc_alt_frecency INTEGER NOT NULL DEFAULT 0,
      UNIQUE (prefix, host));
    CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
      visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL,
      frecency INTEGER DEFAULT -1 NOT NULL, last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,
      url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT, preview_image_url TEXT, site_name TEXT,
      origin_id INTEGER REFERENCES moz_origins(id), recalc_frecency INTEGER NOT NULL DEFAULT 0, alt_frecency INTEGER,
      recalc_alt_frecency INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER,
      visit_type INTEGER, session INTEGER, source INTEGER DEFAULT 0 NOT NULL, triggeringPlaceId INTEGER);
    CREATE TABLE moz_inputhistory (place_id INTEGER NOT NULL, input LONGVARCHAR NOT NULL, use_count INTEGER,
      PRIMARY KEY (place_id, input));
    CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
      position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER, lastModified INTEGER,
      guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0, syncChangeCounter INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE moz_bookmarks_deleted (guid TEXT PRIMARY KEY, dateRemoved INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE moz_keywords (id INTEGER PRIMARY KEY AUTOINCREMENT, keyword TEXT UNIQUE, place_id INTEGER,
      post_data TEXT);
    CREATE TABLE moz_anno_attributes (id INTEGER PRIMARY KEY, name VARCHAR(32) UNIQUE NOT NULL);
    CREATE TABLE moz_annos (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL, anno_attribute_id INTEGER,
      content LONGVARCHAR, flags INTEGER DEFAULT 0, expiration INTEGER DEFAULT 0, type INTEGER DEFAULT 0,
      dateAdded INTEGER DEFAULT 0, lastModified INTEGER DEFAULT 0);
    CREATE TABLE moz_meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    CREATE TABLE moz_places_metadata (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL, referrer_place_id INTEGER,
      created_at INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL DEFAULT 0,
      total_view_time INTEGER NOT NULL DEFAULT 0, typing_time INTEGER NOT NULL DEFAULT 0,
      key_presses INTEGER NOT NULL DEFAULT 0, scrolling_time INTEGER NOT NULL DEFAULT 0,
      scrolling_distance INTEGER NOT NULL DEFAULT 0, document_type INTEGER NOT NULL DEFAULT 0,
      search_query_id INTEGER);
    CREATE INDEX moz_historyvisits_placedateindex ON moz_historyvisits (place_id, visit_date);
    CREATE INDEX moz_historyvisits_dateindex ON moz_historyvisits (visit_date);
    INSERT INTO moz_origins(id, prefix, host, frecency) VALUES (1, 'https://', 'example.org', 100),
      (2, 'https://', 'news.example', 200);
    INSERT INTO moz_places(id, url, title, rev_host, visit_count, frecency, last_visit_date, guid, url_hash, origin_id)
      VALUES (1, 'https://example.org/', 'Example', 'gro.elpmaxe.', 2, 2000, 1795252800123456, 'aaaaaaaaaaaa',
        47356411089529, 1),
      (2, 'https://news.example/', 'News', 'elpmaxe.swen.', 3, 3000, 1795253400000000, 'bbbbbbbbbbbb', 47357123456789, 2);
    INSERT INTO moz_historyvisits VALUES (1, 0, 1, 1795251600000000, 2, 0, 0, NULL),
      (2, 1, 2, 1795252200000000, 1, 0, 0, NULL), (3, 0, 1, 1795252800000000, 2, 0, 0, NULL),
      (4, 3, 2, 1795253100000000, 7, 0, 0, NULL), (5, 0, 2, 1795253400000000, 3, 0, 0, NULL);
    INSERT INTO moz_bookmarks VALUES
      (1, 2, NULL, 0, 0, '', NULL, NULL, 1700000000000000, 1795252800000000, 'root________', 1, 1),
      (2, 2, NULL, 1, 0, 'menu', NULL, NULL, 1700000000000000, 1795252800000000, 'menu________', 1, 3),
      (3, 1, 2, 2, 0, 'News', NULL, NULL, 1795250000000000, 1795250000000000, 'cccccccccccc', 1, 1);
    INSERT INTO moz_meta VALUES ('sync/bookmarks/wipeRemote', 0);
    """

  /// `History` of Chromium: four visits on 2026-11-21, and a page that was never visited.
  static let history = """
    CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
    CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
      visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER NOT NULL,
      hidden INTEGER DEFAULT 0 NOT NULL);
    CREATE TABLE visits(id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL,
      from_visit INTEGER, external_referrer_url TEXT, transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER,
      visit_duration INTEGER DEFAULT 0 NOT NULL, incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL,
      opener_visit INTEGER, originator_cache_guid TEXT, originator_visit_id INTEGER, originator_from_visit INTEGER,
      originator_opener_visit INTEGER, is_known_to_sync BOOLEAN DEFAULT FALSE NOT NULL,
      consider_for_ntp_most_visited BOOLEAN DEFAULT FALSE NOT NULL, visited_link_id INTEGER DEFAULT 0 NOT NULL,
      app_id TEXT);
    CREATE TABLE visit_source(id INTEGER PRIMARY KEY, source INTEGER NOT NULL);
    CREATE TABLE keyword_search_terms(keyword_id INTEGER NOT NULL, url_id INTEGER NOT NULL, term LONGVARCHAR NOT NULL,
      normalized_term LONGVARCHAR NOT NULL);
    CREATE TABLE segments(id INTEGER PRIMARY KEY, name VARCHAR, url_id INTEGER NON NULL);
    CREATE TABLE segment_usage(id INTEGER PRIMARY KEY, segment_id INTEGER NOT NULL, time_slot INTEGER NOT NULL,
      visit_count INTEGER DEFAULT 0 NOT NULL);
    CREATE INDEX visits_time_index ON visits (visit_time);
    INSERT INTO meta VALUES('version', '70');
    INSERT INTO urls VALUES (1, 'https://example.org/', 'Example', 2, 1, 13439729100000000, 0),
      (2, 'https://news.example/', 'News', 2, 0, 13439730000000000, 0), (3, 'https://later.example/', '', 0, 0, 0, 0);
    INSERT INTO visits(id, url, visit_time, from_visit, transition, segment_id, visit_duration) VALUES
      (1, 1, 13439726400000000, 0, 805306369, 1, 240000000), (2, 2, 13439727000000000, 1, 805306368, NULL, 1800000000),
      (3, 1, 13439729100000000, 0, 805306369, 1, 600000000), (4, 2, 13439730000000000, 3, 805306376, NULL, 0);
    INSERT INTO segment_usage VALUES (1, 1, 13439692800000000, 2);
    """
}

/// A store as Core Data makes it: a table for each entity, relations by the keys of rows.
enum CoreDataTables {
  static let store = """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    CREATE TABLE ZDRINK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISALCOHOLIC INTEGER, ZSESSION INTEGER,
      ZTIMESTAMP TIMESTAMP, ZUNITS FLOAT, ZKIND VARCHAR, ZID BLOB);
    CREATE TABLE ZSESSION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENDEDAT TIMESTAMP,
      ZSTARTEDAT TIMESTAMP, ZSENSITIVITY VARCHAR, ZID BLOB);
    CREATE INDEX ZDRINK_ZSESSION_INDEX ON ZDRINK (ZSESSION);
    INSERT INTO Z_METADATA VALUES (1, '5C0B7C0E-1B1C-4E6B-9F2C-0A5D3C0C9B11', x'00');
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Drink', 0, 3), (2, 'Session', 0, 2);
    INSERT INTO ZSESSION VALUES (1, 2, 1, NULL, 816901200, 'balanced', x'00112233445566778899AABBCCDDEEFF'),
      (2, 2, 1, NULL, 816987600, 'strict', x'10112233445566778899AABBCCDDEEFF');
    INSERT INTO ZDRINK VALUES (1, 1, 1, 1, 1, 816901200, 1, 'beer', x'A0112233445566778899AABBCCDDEEFF'),
      (2, 1, 1, 1, 1, 816901740, 1, 'beer', x'A1112233445566778899AABBCCDDEEFF'),
      (3, 1, 1, 1, 2, 816987600, 1.5, 'cocktail', x'A2112233445566778899AABBCCDDEEFF');
    """
}
