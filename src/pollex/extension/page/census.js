/** What a document is asked while elements of it are written down; asked once, however many elements there are. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Census) return;

  const { withRole, quickName, roleOf, wordsOf } = pollex;
  const SEEN = { opacityProperty: true, visibilityProperty: true };

  class Census {
    /** @param {boolean} many whether it is asked about many elements */
    constructor(many) {
      this.many = many;
      this.roots = pollex.allRoots();
      /** @type {Map<string, Element | null>} */
      this.onlyOnes = new Map();
      /** @type {Map<string, Map<string, Element[]>>} */
      this.roles = new Map();
    }

    /** The only element that a selector fits. @param {string} css @returns {Element | null} */
    only(css) {
      let one = this.onlyOnes.get(css);
      if (one === undefined) {
        const found = pollex.cssAll(css, this.roots);
        this.onlyOnes.set(css, (one = found.length === 1 ? found[0] : null));
      }
      return one ?? null;
    }

    /** The visible elements of a role and name, in the order of the page. @param {string} role @param {string} name @param {Element} always one that counts though it is hidden */
    likes(role, name, always) {
      const called = this.many ? (this.named(role).get(name) ?? []) : this.search(role, name);
      return called.filter((other) => other === always || other.checkVisibility(SEEN) || pollex.reachable(other));
    }

    /** All elements of a role by their names. @param {string} role */
    named(role) {
      let named = this.roles.get(role);
      if (!named) {
        this.roles.set(role, (named = new Map()));
        for (const element of this.ofRole(role)) {
          const name = quickName(element, role);
          const known = named.get(name);
          if (known) known.push(element);
          else named.set(name, [element]);
        }
      }
      return named;
    }

    /** @param {string} role @param {string} name */
    search(role, name) {
      return this.ofRole(role, wordsOf(name, true).each).filter((element) => quickName(element, role) === name);
    }

    /** @param {string} role @param {RegExp[]} [words] @returns {Element[]} */
    ofRole(role, words) {
      return withRole(role, this.roots, words).filter((/** @type {Element} */ element) => roleOf(element) === role);
    }
  }

  Object.assign(pollex, { Census });
})();
