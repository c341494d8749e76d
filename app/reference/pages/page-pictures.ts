/** Placeholder for artwork without a preview. */
export const ARTWORK_PLACEHOLDER_PATH = "/cards/sleeve.png";

/** The picture of the home page, drawn by `tools/draw-pictures.ts`. */
export const homePicture = {
  /** Key in the image mapping. */
  name: "grooves.jpg",
  original: "/files/originals/grooves.jpg",
  seed: "grooves",
  width: 1600,
  height: 800,
  alt: "Close-up of a record cut out of dark red wood, light lying across its grooves",
} as const;
