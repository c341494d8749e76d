// In a file of its own: every page with scripts loads these texts.

export const cookieQuestion = {
  name: "Cookie choice",
  text: "May we measure how fast pages load and files upload, on your kind of device and connection? No adverts, and nobody follows you.",
  /** For pages without autosave. */
  unsaved: "Save what you typed first: your answer loads this page again.",
  accept: "Accept",
  refuse: "Refuse",
  more: "What this means",
} as const;
