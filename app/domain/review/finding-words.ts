/** What a finding is about. */
export type FindingKind = "sound" | "cover" | "rights" | "title";

const sound = (words: string) => ({ kind: "sound", words }) as const;
const cover = (words: string) => ({ kind: "cover", words }) as const;
const rights = (words: string) => ({ kind: "rights", words }) as const;
const title = (words: string) => ({ kind: "title", words }) as const;

/**
 * What advice and rights questions find in a release, by their codes, the most important first. The words
 * stand in rows of the queue, so they are short.
 */
const FINDINGS = {
  silent: sound("silent"),
  "damaged-samples": sound("damaged samples"),
  "over-full-scale": sound("over full scale"),
  clipping: sound("clips"),
  "true-peak": sound("peaks over 0 dB"),
  "many-channels": sound("not in stereo"),
  "one-sided": sound("one side is silent"),
  "mono-as-stereo": sound("mono saved as stereo"),
  "silent-head": sound("silence at the start"),
  "silent-tail": sound("silence at the end"),
  "low-resolution": sound("below CD quality"),
  "artwork-rare-jpeg": cover("cover hard to open"),
  "artwork-cmyk": cover("cover in CMYK"),
  "artwork-grey": cover("cover in greyscale"),
  "artwork-profile": cover("cover not in RGB"),
  "artwork-not-square": cover("cover not square"),
  "artwork-small": cover("cover too small"),
  "artwork-rotated": cover("cover saved turned"),
  "artwork-border": cover("cover has a border"),
  "artwork-blurred": cover("cover is blurred"),
  "rights-cover": rights("cover, no licence"),
  "rights-samples": rights("samples, no permission"),
  "rights-workForHire": rights("work for hire, no proof"),
  guest: title("title names a guest"),
  producer: title("title names a producer"),
  artist: title("title names the artist"),
  explicit: title("explicit word in title"),
  "performed-by": title("title names whose song"),
  store: title("store in title"),
  extra: title("extra words in title"),
  "track-number": title("number in title"),
  "release-word": title("EP or Single in title"),
  "name-guest": title("guest in a name"),
  "name-nobody": title("nobody's name"),
  "same-title": title("two tracks, one title"),
  placeholder: title("title is a placeholder"),
  "file-name": title("title is a file name"),
  address: title("address in title"),
  price: title("price in title"),
  decoration: title("emoji in title"),
  "version-form": title("version needs brackets"),
  capitals: title("title all capitals"),
  "lower-case": title("title all small letters"),
  spelling: title("spaces or apostrophes"),
  "name-role": title("role in a name"),
  "name-address": title("address in a name"),
  "name-decoration": title("emoji in a name"),
  "name-spelling": title("spaces in a name"),
  "name-capitals": title("name all capitals"),
  "name-lower-case": title("name all small letters"),
} as const;

export type FindingCode = keyof typeof FINDINGS;

/** Rights that an artist may have to prove. */
export const provableRights = ["cover", "samples", "workForHire"] as const;
export type ProvableRight = (typeof provableRights)[number];

const isFindingCode = (code: string): code is FindingCode => code in FINDINGS;
export const findingCodes = Object.keys(FINDINGS).filter(isFindingCode);

export const findingWords = (code: FindingCode): string => FINDINGS[code].words;
export const findingKind = (code: FindingCode): FindingKind => FINDINGS[code].kind;
