/**
 * A time on the reader's own clock, as "March 12, 2027, 10:30 UTC+1". Pages get its source text, so it
 * may use nothing but its argument.
 */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const months =
    "January,February,March,April,May,June,July,August,September,October,November,December";
  const twoDigits = (figure: number) => String(figure).padStart(2, "0");
  const ahead = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const offset =
    ahead === 0 ? "" : `${ahead < 0 ? "-" : "+"}${hours}${minutes ? `:${twoDigits(minutes)}` : ""}`;
  const day = `${months.split(",")[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  return `${day}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())} UTC${offset}`;
}

/** Writes the times of a page on the reader's own clock; for pages without other scripts. */
function showLocalTimes(format: (iso: string) => string): void {
  document.addEventListener("DOMContentLoaded", () => {
    for (const time of Array.from(document.querySelectorAll<HTMLTimeElement>("time[data-local]")))
      time.textContent = format(time.dateTime);
  });
}

/** The source text of it, for the head of staff's pages. */
export const LOCAL_TIMES = `(${showLocalTimes})(${localTime});`;
