/** What a name may take: UTF-16 units, as Windows counts, and bytes in UTF-8, as most others do. */
interface NameBudget {
  units: number;
  bytes?: number;
}

/** Every file system holds 255 bytes; the rest is for what browsers and sync clients append. */
const MAX_NAME_BYTES = 240;
/** What Windows takes of a whole path, without the sign that ends it. */
const MAX_WINDOWS_PATH = 259;
/** The folder that people unpack in, with the sign behind it, such as "C:\Users\Sigrid Valentin\Downloads\". */
const DOWNLOAD_FOLDER_UNITS = 60;
/** Stems that Windows keeps to itself, in any letters and with any ending. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])[ ]*$/i;

/**
 * UTF-16 units that a path may have within the one folder of a zip: Explorer unpacks that into a folder of the
 * zip's name. @param folderUnits of the one folder's name. @param zipUnits of the zip's, without its ending.
 */
export function unitsWithin(folderUnits: number, zipUnits = folderUnits): number {
  return MAX_WINDOWS_PATH - DOWNLOAD_FOLDER_UNITS - (zipUnits + 1) - (folderUnits + 1);
}

const encoder = new TextEncoder();
const graphemes = new Intl.Segmenter();

/** The beginning of a text that fits, no sign of it cut. */
export function beginningThatFits(text: string, { units, bytes = MAX_NAME_BYTES }: NameBudget): string {
  if (text.length <= units && encoder.encode(text).length <= bytes) return text;
  let prefix = "";
  let usedBytes = 0;
  for (const { segment } of graphemes.segment(text)) {
    usedBytes += encoder.encode(segment).length;
    if (prefix.length + segment.length > units || usedBytes > bytes) break;
    prefix += segment;
  }
  return prefix;
}

const trimDots = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, "");

/** A text without what names cannot have; empty where nothing is left. */
export function portableText(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/\p{C}/gu, "")
    .replace(/[/\\:*?"<>|]/g, "-")
    .replace(/ +/g, " ");
  return trimDots(plain);
}

/** `end`: what is not cut, such as ".wav". */
type NameOptions = NameBudget & { suffix?: string };

/**
 * A text as the name of a file or folder on every system: what is too long of it is cut before the ending.
 * @param fallback for a text of which nothing is left.
 */
export function portableName(
  text: string,
  fallback: string,
  { suffix = "", ...budget }: NameOptions,
): string {
  const stemBudget = {
    units: budget.units - suffix.length,
    bytes: (budget.bytes ?? MAX_NAME_BYTES) - encoder.encode(suffix).length,
  };
  const stem = trimDots(beginningThatFits(portableText(text), stemBudget)) || fallback;
  const [first = "", ...rest] = stem.split(".");
  const safeName = RESERVED.test(first) ? [`${first.trimEnd()}_`, ...rest].join(".") : stem;
  return safeName + suffix;
}

/** The end of a clip's name, which is not cut: its number belongs to it. */
export function clipEndOf(fileName: string): string {
  return /( - clip \d+)?\.\w{1,5}$/i.exec(fileName)?.[0] ?? "";
}

/** What file systems take for the same name, however large its letters are or how they are composed. */
export function nameKey(name: string): string {
  return name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFD");
}

/** Names of their own for the files of one folder: a second of the same name gets a number. */
export function createUniqueNames() {
  const usedNames = new Set<string>();
  return (text: string, fallback: string, { suffix = "", ...budget }: NameOptions) => {
    for (let number = 1; ; number++) {
      const numberedEnd = number === 1 ? suffix : suffix.replace(/(\.\w+)?$/, ` (${number})$1`);
      const name = portableName(text, fallback, { ...budget, suffix: numberedEnd });
      if (usedNames.has(nameKey(name))) continue;
      usedNames.add(nameKey(name));
      return name;
    }
  };
}
