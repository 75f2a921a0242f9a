/** What the page scripts share, in the world that is theirs alone. */
declare var pollex: any;
/** What content scripts have of the browser. */
declare var chrome: any;
