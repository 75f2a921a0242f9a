/** What the page scripts share, in the world that is theirs alone. */
declare var pollex: any;
/** What content scripts have of the browser. */
declare var chrome: any;
/** What tells the driver of a person's tab that somebody presses something. */
declare var pollexPressed: ((kind: string) => void) | undefined;
