import { foldText } from "~/platform/formats/fold-text";

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

// Those of ISO 639-1 and of Unicode's locales that are not listed above.
const moreCodes = `
  aa ab ae agq ak an ars as asa ast av ay ba bas bem bez bgc bho bi blo bm bo br brx bua ccp ce ceb cgg ch chr
  ckb co cr csw cu cv dav dje doi dsb dua dv dyo dz ebu ee eo ewo ff fj fur fy gaa gn gsw guz gv ho hsb hz ia
  ie ii ik io iu jgo jmc jv kab kam kde kea kg kgp khq ki kj kkj kl kln kok kr ks ksb ksf ksh kv kw kxv ky lag
  lg li lij lkt lmo ln lrc lu luo luy mai mas mer mfe mg mgh mgo mh mni mua mzn na naq nb nd nds ng nmg nn nnh
  nqo nr nso nus nv ny nyn oc oj om or os pcm pi pms prg ps qu raj rm rn rof rw rwk sa sah saq sat sbp sc scn
  sd seh ses sg shi shn si smn ss st su syr szl teo tg ti tk tn to tok ts tt ty tyv tzm ug vai ve vec vmw vo
  vun wa wae xnr xog yav yi yrl za zgh zh
`
  .trim()
  .split(/\s+/);

const nameIn = (locale: string, code: string) =>
  new Intl.DisplayNames(locale, { type: "language", fallback: "none" }).of(code);

interface LanguageNames {
  english: string;
  /** Empty where it is the English one, or is not known. */
  own: string;
}

/** Undefined for any text but a BCP 47 tag with a name. */
function namesOfTag(text: string): LanguageNames | undefined {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text.replaceAll("_", "-"));
    const english = languageName(text) ?? nameIn("en", tag);
    if (!english) return undefined;
    const own = nameIn(tag, tag) ?? "";
    return { english, own: foldText(own) === foldText(english) ? "" : own };
  } catch {
    return undefined;
  }
}

/** Created on first use: making some hundred names takes Intl a while. */
let namedLanguages: ReadonlyMap<string, LanguageNames> | undefined;

const findNames = () =>
  (namedLanguages ??= new Map(
    [...names.keys(), ...moreCodes].flatMap((code) => {
      const found = namesOfTag(code);
      return found ? [[code, found] as const] : [];
    }),
  ));

/** Languages to choose from, by their English names. Others can be typed. */
export const languageSuggestions = (): LanguageNames[] =>
  [...findNames().values()].sort((a, b) => a.english.localeCompare(b.english, "en"));

let codesByName: Map<string, string> | undefined;

function codeOfName(name: string): string | undefined {
  codesByName ??= new Map(
    [...findNames()].flatMap(([code, { english, own }]) =>
      [own, nameIn("en", code) ?? "", english].map((text) => [foldText(text), code] as const),
    ),
  );
  return codesByName.get(foldText(name));
}

/** Unlike names such as Mon or Aka, which are also the codes of others, codes begin with small letters. */
const isCode = (text: string) =>
  /^[a-z]{2,3}(?:[-_][a-z\d]+)*$/i.test(text) && /^[a-z]{2}/.test(text);

const splitLanguages = (text: string) =>
  text
    .split(/[,;/\n]+|\s(?:and|&)\s/)
    .map((piece) => piece.trim())
    .filter(Boolean);

/** The first of the languages that is a code of none. */
export const findUnknownCode = (text: string) =>
  splitLanguages(text).find((piece) => isCode(piece) && !namesOfTag(piece));

/** The English and the own name, such as "Breton (brezhoneg)"; of languages that Unicode does not know, the text. */
function describeLanguage(text: string): string {
  const names = namesOfTag(isCode(text) ? text : (codeOfName(text) ?? ""));
  if (!names) return text;
  return names.own ? `${names.english} (${names.own})` : names.english;
}

/** All languages of a release or track in one line. */
export function languagesText(spoken: { language: string; otherLanguages: string }): string {
  const others = splitLanguages(spoken.otherLanguages).map(describeLanguage);
  return [languageName(spoken.language) ?? "", ...others].filter(Boolean).join(", ");
}
