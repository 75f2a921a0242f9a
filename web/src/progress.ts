/** Says that something takes longer than half a second: by the bar at the top of the page, or where it was asked for. */

const PATIENCE = 500;
let going = 0;

/** Return what the work returns; while it takes long, the page says so. */
export function withProgress<T>(work: Promise<T>): Promise<T> {
  return whileLong(work, (long) => show(long ? 1 : -1));
}

/** Return what the work returns; `tell` hears when it begins to take long, and when that is over. */
export async function whileLong<T>(work: Promise<T>, tell: (long: boolean) => void): Promise<T> {
  let long = false;
  const timer = setTimeout(() => {
    long = true;
    tell(true);
  }, PATIENCE);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (long) tell(false);
  }
}

function show(more: number): void {
  going += more;
  const place = document.getElementById("progress");
  if (place === null) return;
  place.classList.toggle("going", going > 0);
  place.textContent = going > 0 ? "At work …" : "";
}
