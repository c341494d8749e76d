// Apart from the page that says more: every page with scripts loads these words.

/** What the cookie notice asks, at the foot of every page, and the words of its buttons. */
export const cookieQuestion = {
  name: "Cookie choice",
  text: "May we measure how fast pages load and files upload, on your kind of device and connection? No adverts, and nobody follows you.",
  /** Where no script keeps what was typed on the page. */
  unsaved: "Save what you typed first: your answer loads this page again.",
  accept: "Accept",
  refuse: "Refuse",
  more: "What this means",
} as const;
