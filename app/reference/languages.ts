/** A language that songs are sung in: its name in English and its ISO 639 code. */
interface Language {
  readonly name: string;
  readonly code: string;
}

/** ISO 639 code for no linguistic content. */
export const INSTRUMENTAL = "zxx";

/** The languages that distributors take; English first, the others in alphabetical order. */
export const languages: readonly Language[] = `
  English en, Afrikaans af, Albanian sq, Amharic am, Arabic ar, Armenian hy, Azerbaijani az,
  Basque eu, Belarusian be, Bengali bn, Bosnian bs, Bulgarian bg, Burmese my, Cantonese yue,
  Catalan ca, Croatian hr, Czech cs, Danish da, Dutch nl, Estonian et, Faroese fo, Filipino fil,
  Finnish fi, French fr, Galician gl, Georgian ka, German de, Greek el, Gujarati gu, Haitian ht,
  Hausa ha, Hawaiian haw, Hebrew he, Hindi hi, Hungarian hu, Icelandic is, Igbo ig, Indonesian id,
  Irish ga, Italian it, Japanese ja, Kannada kn, Kazakh kk, Khmer km, Korean ko, Kurdish ku, Lao lo,
  Latin la, Latvian lv, Lithuanian lt, Luxembourgish lb, Macedonian mk, Malay ms, Malayalam ml,
  Maltese mt, Mandarin cmn, Māori mi, Marathi mr, Mongolian mn, Nepali ne, Northern Sami se,
  Norwegian no, Persian fa, Polish pl, Portuguese pt, Punjabi pa, Romanian ro, Russian ru, Samoan sm,
  Scots sco, Scottish Gaelic gd, Serbian sr, Shona sn, Slovak sk, Slovenian sl, Somali so, Spanish es,
  Swahili sw, Swedish sv, Tamil ta, Telugu te, Thai th, Turkish tr, Ukrainian uk, Urdu ur, Uzbek uz,
  Vietnamese vi, Welsh cy, Wolof wo, Xhosa xh, Yoruba yo, Zulu zu
`
  .split(",")
  .map((entry) => {
    const [, name = "", code = ""] = /^(.*) (\w+)$/.exec(entry.trim()) ?? [];
    return { name, code };
  });

const names = new Map(languages.map(({ name, code }) => [code, name]));

/** Undefined for an unknown code. */
export function languageName(code: string): string | undefined {
  return code === INSTRUMENTAL ? "No words (instrumental)" : names.get(code);
}
