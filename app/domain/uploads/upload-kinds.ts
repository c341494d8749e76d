export const OPEN_UPLOAD_DAYS = 14;

export const uploadKinds = ["track", "artwork", "custom-artwork"] as const;
export type UploadKind = (typeof uploadKinds)[number];
