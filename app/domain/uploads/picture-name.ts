import { type FileKind, isPicture } from "~/domain/media/sniff";

/** Endings of pictures, by what they say the file is; any other part behind a dot belongs to the name. */
const ENDING = /\.(?:jpe?g?|jfif?|jif|pjpe?g|png|webp|gif|hei[cf]|avif|tiff?|bmp)$/i;
const RIGHT_ENDINGS: Partial<Record<FileKind, RegExp>> = {
  jpeg: /\.jpe?g$/i,
  heic: /\.hei[cf]$/i,
};

/** The name of a picture with an ending that fits its bytes; other files keep their names. */
export function pictureName(name: string, kind: FileKind): string {
  if (!isPicture(kind)) return name;
  const trimmed = name.trim();
  const isRight = RIGHT_ENDINGS[kind] ?? new RegExp(`\\.${kind}$`, "i");
  if (isRight.test(trimmed)) return name;
  return `${trimmed.replace(ENDING, "")}.${kind === "jpeg" ? "jpg" : kind}`;
}
