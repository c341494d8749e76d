import { foldText } from "~/platform/formats/fold-text";
import { countryCode, countryNames } from "./countries";

// Other names that people type for a country: parts, former and short names, and local names that a
// prefix search would not find.
const aliases = new Map(
  `
  United Kingdom: UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Cymru, Alba, United Kingdom of Great Britain and Northern Ireland
  United States: USA, America, Estados Unidos, États-Unis, Vereinigte Staaten
  Ireland: Éire, Republic of Ireland
  Netherlands: Holland, Nederland, The Netherlands
  Germany: Deutschland, Allemagne, Alemania
  Afghanistan: افغانستان
  Åland Islands: Åland, Ahvenanmaa
  Albania: Shqipëri
  Algeria: الجزائر, Algérie
  Armenia: Հայաստան
  Austria: Österreich
  Azerbaijan: Azərbaycan
  Bahrain: البحرين
  Bangladesh: বাংলাদেশ
  Belarus: Беларусь, Belorussia
  Belgium: België, Belgique, Belgien
  Belize: British Honduras
  Benin: Dahomey
  Bhutan: འབྲུག
  Bosnia and Herzegovina: Bosna i Hercegovina, Herzegovina
  Botswana: Bechuanaland
  Brazil: Brasil
  Brunei: Brunei Darussalam
  Bulgaria: България
  Burkina Faso: Upper Volta
  Cambodia: កម្ពុជា, Kampuchea
  Cameroon: Cameroun, Kamerun
  Cape Verde: Cabo Verde
  Caribbean Netherlands: Bonaire, Saba, Sint Eustatius, Bonaire Sint Eustatius and Saba
  Central African Republic: République centrafricaine
  Chad: Tchad, تشاد
  China: 中国, 中國, PRC
  Cocos (Keeling) Islands: Keeling Islands
  Comoros: جزر القمر, Comores
  Congo (Democratic Republic): DRC, DR Congo, Democratic Republic of the Congo, Congo-Kinshasa, Zaire
  Congo (Republic): Republic of the Congo, Congo-Brazzaville
  Croatia: Hrvatska
  Cyprus: Κύπρος, Kıbrıs
  Czechia: Czech Republic, Česko, Česká republika
  Denmark: Danmark
  Djibouti: جيبوتي
  Dominican Republic: República Dominicana
  Egypt: مصر
  Equatorial Guinea: Guinea Ecuatorial
  Eritrea: ኤርትራ
  Estonia: Eesti
  Eswatini: Swaziland
  Ethiopia: ኢትዮጵያ, Abyssinia
  Falkland Islands: Islas Malvinas
  Faroe Islands: Føroyar, Færøerne
  Finland: Suomi
  French Guiana: Guyane
  French Polynesia: Polynésie française, Tahiti
  Georgia: საქართველო
  Ghana: Gold Coast
  Greece: Ελλάδα, Hellas, Ellada
  Greenland: Kalaallit Nunaat, Grønland
  Hong Kong: 香港
  Hungary: Magyarország
  Iceland: Ísland
  India: भारत, Bharat, இந்தியா, ভারত
  Iran: ایران, Persia
  Iraq: العراق
  Israel: ישראל, إسرائيل
  Italy: Italia
  Ivory Coast: Côte d'Ivoire
  Japan: 日本, Nippon, Nihon
  Jordan: الأردن
  Kazakhstan: Қазақстан, Казахстан
  Kosovo: Косово
  Kuwait: الكويت
  Kyrgyzstan: Кыргызстан
  Laos: ລາວ, Lao People's Democratic Republic
  Latvia: Latvija
  Lebanon: لبنان, Liban
  Lesotho: Basutoland
  Libya: ليبيا
  Lithuania: Lietuva
  Luxembourg: Lëtzebuerg
  Macao: Macau, 澳門, 澳门
  Madagascar: Madagasikara
  Malawi: Nyasaland
  Maldives: ދިވެހިރާއްޖެ
  Mauritania: موريتانيا
  Mauritius: Maurice
  Moldova: Republica Moldova
  Mongolia: Монгол
  Montenegro: Crna Gora, Црна Гора
  Morocco: المغرب, Maroc
  Mozambique: Moçambique
  Myanmar: မြန်မာ, Burma
  Nepal: नेपाल
  New Caledonia: Nouvelle-Calédonie
  New Zealand: Aotearoa
  North Korea: 조선, 북한, DPRK, Democratic People's Republic of Korea
  North Macedonia: Macedonia, Македонија, Северна Македонија
  Norway: Norge, Noreg
  Oman: عمان
  Pakistan: پاکستان
  Palestine: فلسطين
  Philippines: Pilipinas
  Pitcairn Islands: Pitcairn
  Poland: Polska
  Qatar: قطر
  Russia: Россия, Rossiya, Russian Federation
  Saint Barthélemy: St Barths
  Saint Helena: Ascension Island, Tristan da Cunha, Saint Helena Ascension and Tristan da Cunha
  Samoa: Western Samoa
  Saudi Arabia: السعودية, المملكة العربية السعودية, KSA
  Serbia: Србија, Srbija
  Singapore: 新加坡
  Slovakia: Slovensko
  Slovenia: Slovenija
  Somalia: Soomaaliya, الصومال
  South Africa: RSA, Suid-Afrika
  South Korea: 한국, 대한민국, Korea, Hanguk
  Spain: España, Espanya, Espainia, Canary Islands
  Sri Lanka: ශ්‍රී ලංකාව, இலங்கை, Ceylon
  Sudan: السودان
  Suriname: Dutch Guiana
  Svalbard and Jan Mayen: Jan Mayen
  Sweden: Sverige
  Switzerland: Schweiz, Suisse, Svizzera
  Syria: سوريا, Syrian Arab Republic
  Taiwan: 台灣, 臺灣, 台湾, Republic of China, Formosa
  Tajikistan: Тоҷикистон
  Tanzania: Tanganyika, Zanzibar
  Thailand: ไทย, ประเทศไทย, Siam
  Timor-Leste: East Timor
  Tunisia: تونس, Tunisie
  Turkey: Türkiye
  U.S. Virgin Islands: US Virgin Islands, Virgin Islands
  Ukraine: Україна, Украина
  United Arab Emirates: الإمارات, UAE, Emirates
  Uzbekistan: Oʻzbekiston, Ўзбекистон
  Vatican City: Vatican, Holy See, Vaticano
  Vietnam: Việt Nam
  Western Sahara: الصحراء الغربية
  Yemen: اليمن
  Zambia: Northern Rhodesia
  Zimbabwe: Rhodesia
`
    .trim()
    .split("\n")
    .map((row) => {
      const [country = "", aliasText = ""] = row.split(":");
      return [country.trim(), aliasText.split(",").map((name) => name.trim())];
    }),
);

export const countriesWithAliases: readonly string[] = [...aliases.keys()];

/** Other names of a country, including its two-letter code. */
export function aliasesOf(country: string): readonly string[] {
  const code = countryCode(country);
  return [...(code ? [code] : []), ...(aliases.get(country) ?? [])];
}

/** Created on first use: most pages never need it. */
let namesByKey: Map<string, string> | undefined;

/** Words of official names, as in "Islamic Republic of Iran". */
const OFFICIAL =
  /^(?:(?!and )[^ ,]+ ){0,3}(?:republic|kingdom|states?|principality|commonwealth|federation) of (?:the )?/;
const QUALIFIER = /\bof(?: the)?$|^the$|^province of china$/;

/** The ways to read a name: as it is, as ISO writes it ("Iran, Islamic Republic of"), and short. */
function readings(text: string): string[] {
  const key = countryKey(text);
  const [, first = "", more = ""] = /^([^,(]+)[,(]([^,]*)$/.exec(text) ?? [];
  const turned = more ? [`${more} ${first}`].map(countryKey) : [];
  const short = /[,(]/.test(text) ? [] : [key.replace(OFFICIAL, "")];
  const isQualified = text.includes("(") || QUALIFIER.test(countryKey(more));
  return [key, ...turned, ...short, ...(isQualified ? [countryKey(first)] : [])];
}

/**
 * Finds a country by any of its names, ignoring case and accents. Abbreviations are understood: `St.
 * Lucia`, `Trinidad & Tobago`, `the Gambia`; and official names: `Iran, Islamic Republic of`.
 */
export function findCountry(text: string): string | undefined {
  namesByKey ??= new Map(
    countryNames
      .flatMap((name) =>
        [name, ...aliasesOf(name)].map((alias) => [countryKey(alias), name] as const),
      )
      .reverse(),
  );
  for (const reading of readings(text)) {
    const name = namesByKey.get(reading);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The listed name of a country, whichever name was typed; else the text as typed. */
export const listedCountry = (text: string): string => findCountry(text) ?? text;

export const NO_COUNTRY = "We don't know this country. Choose one from the list";

const countryKey = (text: string) =>
  foldText(text.replace(/&/g, " and ").replace(/\./g, ""))
    .replace(/^the (?=.)/, "")
    .replace(/^st (?=.)/, "saint ")
    .replace(/^u s(?= |$)/, "us");
