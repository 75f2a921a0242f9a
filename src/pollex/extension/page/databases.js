/**
 * The IndexedDB of an origin: databases with their stores, indexes and records, copied and built anew.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.copyDatabases) return;

  const { Teller, Untold, heard } = pollex;
  const BATCH = 200;

  /** @typedef {{database: string, store?: string, why: string}} LeftOut */
  /** @typedef {{name: string, keyPath: any, unique: boolean, multiEntry: boolean}} IndexShape */
  /** @typedef {{name: string, keyPath: any, autoIncrement: boolean, indexes: IndexShape[], records: any[][], size: number}} StoreCopy */
  /** @typedef {{name: string, version: number, stores: StoreCopy[]}} DatabaseCopy */

  /** @param {number} room @returns {Promise<{databases: DatabaseCopy[], leftOut: LeftOut[]}>} */
  async function copyDatabases(room) {
    /** @type {LeftOut[]} */
    const leftOut = [];
    const copies = [];
    const listed = await indexedDB.databases();
    listed.sort((one, other) => ((one.name ?? "") < (other.name ?? "") ? -1 : 1));
    for (const { name = "" } of listed) {
      const database = await existing(name);
      if (!database) continue;
      try {
        const copy = await copyOf(database, room, leftOut);
        for (const store of copy.stores) room -= store.size;
        copies.push(copy);
      } catch (error) {
        leftOut.push({ database: name, why: String(error) });
      } finally {
        database.close();
      }
    }
    return { databases: copies, leftOut };
  }

  /** A database as it is; null where it has gone or stays closed to us. @param {string} name @returns {Promise<IDBDatabase | null>} */
  function existing(name) {
    return new Promise((done) => {
      const opening = indexedDB.open(name);
      opening.onupgradeneeded = () => opening.transaction?.abort(); // it was just deleted: do not make it anew
      opening.onerror = () => done(null);
      opening.onsuccess = () => {
        opening.result.onversionchange = () => opening.result.close(); // the page goes first
        done(opening.result);
      };
    });
  }

  /** @param {IDBDatabase} database @param {number} room @param {LeftOut[]} leftOut @returns {Promise<DatabaseCopy>} */
  async function copyOf(database, room, leftOut) {
    const names = [...database.objectStoreNames];
    const copy = { name: database.name, version: database.version, stores: /** @type {StoreCopy[]} */ ([]) };
    if (!names.length) return copy;
    const reading = database.transaction(names, "readonly");
    const all = names.map((name) => ({ shape: shapeOf(reading.objectStore(name)), raw: rawOf(reading.objectStore(name), room) }));
    for (const { shape, raw } of all) {
      const out = (/** @type {string} */ why) => leftOut.push({ database: database.name, store: shape.name, why });
      const store = await told(await raw, room, out);
      room -= store.size;
      copy.stores.push({ ...shape, ...store });
    }
    return copy;
  }

  /** @param {IDBObjectStore} store */
  function shapeOf(store) {
    const indexes = [...store.indexNames].map((name) => {
      const { keyPath, unique, multiEntry } = store.index(name);
      return { name, keyPath, unique, multiEntry };
    });
    return { name: store.name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes };
  }

  /** All keys and values, or null where there are too many. @param {IDBObjectStore} store @param {number} room @returns {Promise<[any[], any[]] | null>} */
  async function rawOf(store, room) {
    /** @type {any[]} */
    const keys = [];
    /** @type {any[]} */
    const values = [];
    for (;;) {
      const range = keys.length ? IDBKeyRange.lowerBound(keys.at(-1), true) : null;
      const [more, found] = await Promise.all([answer(store.getAllKeys(range, BATCH)), answer(store.getAll(range, BATCH))]);
      keys.push(...more);
      values.push(...found);
      if (more.length < BATCH) return [keys, values];
      if (keys.length * 8 > room) return null;
    }
  }

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function answer(request) {
    return new Promise((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  }

  /** Records as JSON. @param {[any[], any[]] | null} raw @param {number} room @param {(why: string) => void} out */
  async function told(raw, room, out) {
    const nothing = { records: /** @type {any[][]} */ ([]), size: 0 };
    const tooLarge = () => (out(`it has more than ${room} bytes`), nothing);
    if (!raw) return tooLarge();
    const teller = new Teller(room);
    const records = [];
    for (const [each, key] of raw[0].entries()) {
      try {
        records.push([teller.tell(key), teller.tell(raw[1][each])]);
      } catch (error) {
        if (!(error instanceof Untold)) throw error;
        out(`a record holds ${/** @type {Error} */ (error).message}`);
      }
      if (teller.size > room) return tooLarge();
    }
    await teller.readBlobs();
    return { records, size: teller.size };
  }

  /** @param {DatabaseCopy} copy */
  async function buildDatabase({ name, version, stores }) {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const shape of stores) {
        const store = opening.result.createObjectStore(shape.name, { keyPath: shape.keyPath, autoIncrement: shape.autoIncrement });
        for (const { name, keyPath, unique, multiEntry } of shape.indexes) store.createIndex(name, keyPath, { unique, multiEntry });
        for (const [key, value] of shape.records) {
          if (shape.keyPath === null) store.put(heard(value), heard(key));
          else store.put(heard(value));
        }
      }
    };
    (await answer(opening)).close();
  }

  Object.assign(pollex, { copyDatabases, buildDatabase });
})();
