/** UTF-16 units as Windows counts, and bytes in UTF-8 as most others do. */
interface NameBudget {
  units: number;
  bytes?: number;
}

/** File systems hold 255 bytes; the rest is for what browsers and sync clients append. */
const MAX_NAME_BYTES = 240;
/** The longest path on Windows, without its end mark. */
const MAX_WINDOWS_PATH = 259;
/** Reserved for the download folder, such as "C:\Users\Sigrid Valentin\Downloads\". */
const DOWNLOAD_FOLDER_UNITS = 60;
/** Device names of Windows, in any case and with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])[ ]*$/i;

/**
 * UTF-16 units for a path within the one folder of a zip, which Explorer unpacks into another
 * folder of the zip's name.
 * @param zipUnits of the zip's name without extension.
 */
export function unitsWithin(folderUnits: number, zipUnits = folderUnits): number {
  return MAX_WINDOWS_PATH - DOWNLOAD_FOLDER_UNITS - (zipUnits + 1) - (folderUnits + 1);
}

const encoder = new TextEncoder();
const graphemes = new Intl.Segmenter();

/** The start of a text that fits, cut between graphemes. */
export function beginningThatFits(text: string, { units, bytes = MAX_NAME_BYTES }: NameBudget) {
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

const trimDots = (text: string) => text.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, "");

/** Removes characters that file names cannot have; may be empty. */
export function portableText(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/\p{C}/gu, "")
    .replace(/[/\\:*?"<>|]/g, "-")
    .replace(/ +/g, " ");
  return trimDots(plain);
}

/** `suffix` is never cut, such as ".wav". */
type NameOptions = NameBudget & { suffix?: string };

/** A file or folder name for every system; a long text is cut before the suffix. */
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

/** The suffix of a clip's file name, with its number. */
export function clipEndOf(fileName: string): string {
  return /( - clip \d+)?\.\w{1,5}$/i.exec(fileName)?.[0] ?? "";
}

/** Equal for names that file systems treat as equal. */
export function nameKey(name: string): string {
  return name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFD");
}

/** Creates unique names for the files of one folder; repeated names get a number. */
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
