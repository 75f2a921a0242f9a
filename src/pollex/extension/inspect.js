/** In a world of its own, where expressions are looked at that only read: what they must not see is not there. */
"use strict";
(() => {
  /** @param {object} owner @param {string[]} names */
  function hide(owner, names) {
    for (const name of names) {
      const get = () => {
        throw new Error(`${name} is not read here`);
      };
      if (Object.getOwnPropertyDescriptor(owner, name)?.configurable !== false) Object.defineProperty(owner, name, { get, configurable: false });
    }
  }

  hide(Document.prototype, ["cookie", "defaultView"]);
  hide(globalThis, ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore", "frames", "parent", "opener"]);
  hide(HTMLIFrameElement.prototype, ["contentWindow", "contentDocument"]);

  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "type")?.get;
  const call = Reflect.apply;
  if (value?.get && type && value.configurable) {
    const read = value.get;
    const get = /** @this {HTMLInputElement} */ function () {
      if (call(type, this, []) === "password") throw new Error("a password is not read here");
      return call(read, this, []);
    };
    Object.defineProperty(HTMLInputElement.prototype, "value", { get, configurable: false });
  }
})();
