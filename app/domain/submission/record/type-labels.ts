export const uploadTypeLabels = {
  "new-music": "New music",
  transfer: "Transfer",
  both: "Both",
} as const;

export const releaseTypeLabels = { single: "Single", ep: "EP", lp: "Album" } as const;
