import { foldText } from "~/platform/formats/fold-text";
import { languageName, languages } from "./languages";

// Unicode's names (CLDR 48) of the languages that it names in English, and their own where it has them. Here,
// since the runtime of Workers knows a quarter of them.
const NAMES = `
  aa/Afar; ab/Abkhazian; ace/Acehnese; ach/Acoli; ada/Adangme; ady/Adyghe; ae/Avestan; aeb/Tunisian Arabic;
  af/Afrikaans; afh/Afrihili; agq/Aghem; ain/Ainu; ak/Akan; akk/Akkadian; akz/Alabama; ale/Aleut;
  aln/Gheg Albanian; alt/Southern Altai; am/Amharic/አማርኛ; an/Aragonese; ang/Old English; ann/Obolo;
  anp/Angika; ar/Arabic/العربية; arc/Aramaic; arn/Mapuche; aro/Araona; arp/Arapaho; arq/Algerian Arabic;
  ars/Najdi Arabic/اللهجة النجدية; arw/Arawak; ary/Moroccan Arabic; arz/Egyptian Arabic;
  as/Assamese/অসমীয়া; asa/Asu/Kipare; ase/American Sign Language; ast/Asturian/asturianu; atj/Atikamekw;
  av/Avaric; avk/Kotava; awa/Awadhi; ay/Aymara; az/Azerbaijani/azərbaycan; ba/Bashkir/башҡорт; bal/Baluchi;
  ban/Balinese; bar/Bavarian; bas/Basaa/Ɓàsàa; bax/Bamun; bbc/Batak Toba; bbj/Ghomala;
  be/Belarusian/беларуская; bej/Beja; bem/Bemba/Ichibemba; bew/Betawi; bez/Bena/Hibena; bfd/Bafut;
  bfq/Badaga; bg/Bulgarian/български; bgc/Haryanvi/हरियाणवी; bgn/Western Balochi; bho/Bhojpuri/भोजपुरी;
  bi/Bislama; bik/Bikol; bin/Bini; bjn/Banjar; bkm/Kom; bla/Siksiká; blo/Anii/anii kagɩja; blt/Tai Dam;
  bm/Bambara/bamanakan; bn/Bangla/বাংলা; bo/Tibetan/བོད་སྐད་; bpy/Bishnupriya; bqi/Bakhtiari;
  br/Breton/brezhoneg; bra/Braj; brh/Brahui; brx/Bodo/बर’; bs/Bosnian/bosanski; bss/Akoose;
  bua/Buriat/буряад; bug/Buginese; bum/Bulu; byn/Blin; byv/Medumba; ca/Catalan/català; cad/Caddo;
  car/Carib; cay/Cayuga; cch/Atsam; ccp/Chakma/𑄌𑄋𑄴𑄟𑄳𑄦; ce/Chechen/нохчийн; ceb/Cebuano; cgg/Chiga/Rukiga;
  ch/Chamorro; chb/Chibcha; chg/Chagatai; chk/Chuukese; chm/Mari; chn/Chinook Jargon; cho/Choctaw;
  chp/Chipewyan; chr/Cherokee/ᏣᎳᎩ; chy/Cheyenne; cic/Chickasaw; ckb/Central Kurdish/کوردیی ناوەندی;
  clc/Chilcotin; co/Corsican; cop/Coptic; cps/Capiznon; cr/Cree; crg/Michif; crh/Crimean Tatar;
  crj/Southern East Cree; crk/Plains Cree; crl/Northern East Cree; crm/Moose Cree; crr/Carolina Algonquian;
  crs/Seselwa Creole French; cs/Czech/čeština; csb/Kashubian; csw/Swampy Cree/ᓀᐦᐃᓇᐍᐏᐣ; cu/Church Slavic;
  cv/Chuvash/чӑваш чӗлхи; cy/Welsh/Cymraeg; da/Danish/dansk; dak/Dakota; dar/Dargwa; dav/Taita/Kitaita;
  de/German/Deutsch; del/Delaware; den/Slave; dgr/Dogrib; din/Dinka; dje/Zarma/Zarmaciine; doi/Dogri/डोगरी;
  dsb/Lower Sorbian/dolnoserbšćina; dtp/Central Dusun; dua/Duala; dum/Middle Dutch; dv/Divehi;
  dyo/Jola-Fonyi/joola; dyu/Dyula; dz/Dzongkha/རྫོང་ཁ; dzg/Dazaga; ebu/Embu/Kĩembu; ee/Ewe/eʋegbe;
  efi/Efik; egl/Emilian; egy/Ancient Egyptian; eka/Ekajuk; el/Greek/Ελληνικά; elx/Elamite; en/English;
  enm/Middle English; eo/Esperanto; es/Spanish/español; esu/Central Yupik; et/Estonian/eesti;
  eu/Basque/euskara; ewo/Ewondo; ext/Extremaduran; fa/Persian/فارسی; fan/Fang; ff/Fula/Pulaar;
  fi/Finnish/suomi; fil/Filipino; fit/Tornedalen Finnish; fj/Fijian; fo/Faroese/føroyskt; fon/Fon;
  fr/French/français; frc/Cajun French; frm/Middle French; fro/Old French; frp/Arpitan;
  frr/Northern Frisian; frs/Eastern Frisian; fur/Friulian/furlan; fy/Western Frisian/Frysk;
  ga/Irish/Gaeilge; gaa/Ga; gag/Gagauz; gan/Gan Chinese; gay/Gayo; gba/Gbaya; gbz/Zoroastrian Dari;
  gd/Scottish Gaelic/Gàidhlig; gez/Geez; gil/Gilbertese; gl/Galician/galego; glk/Gilaki;
  gmh/Middle High German; gn/Guarani; goh/Old High German; gon/Gondi; gor/Gorontalo; got/Gothic; grb/Grebo;
  grc/Ancient Greek; gsw/Swiss German/Schwiizertüütsch; gu/Gujarati/ગુજરાતી; guc/Wayuu; gur/Frafra;
  guz/Gusii/Ekegusii; gv/Manx/Gaelg; gwi/Gwichʼin; ha/Hausa; hai/Haida; hak/Hakka Chinese;
  haw/Hawaiian/ʻŌlelo Hawaiʻi; hax/Southern Haida; he/Hebrew/עברית; hi/Hindi/हिन्दी; hif/Fiji Hindi;
  hil/Hiligaynon; hit/Hittite; hmn/Hmong; hnj/Hmong Njua; ho/Hiri Motu; hr/Croatian/hrvatski;
  hsb/Upper Sorbian/hornjoserbšćina; hsn/Xiang Chinese; ht/Haitian Creole; hu/Hungarian/magyar; hup/Hupa;
  hur/Halkomelem; hy/Armenian/հայերեն; hz/Herero; ia/Interlingua; iba/Iban; ibb/Ibibio;
  id/Indonesian/Indonesia; ie/Interlingue; ig/Igbo; ii/Sichuan Yi/ꆈꌠꉙ; ik/Inupiaq;
  ikt/Western Canadian Inuktitut; ilo/Iloko; inh/Ingush; io/Ido; is/Icelandic/íslenska;
  it/Italian/italiano; iu/Inuktitut; izh/Ingrian; ja/Japanese/日本語; jam/Jamaican Creole English; jbo/Lojban;
  jgo/Ngomba/Ndaꞌa; jmc/Machame/Kimachame; jpr/Judeo-Persian; jrb/Judeo-Arabic; jut/Jutish;
  jv/Javanese/Jawa; ka/Georgian/ქართული; kaa/Kara-Kalpak; kab/Kabyle/Taqbaylit; kac/Kachin; kaj/Jju;
  kam/Kamba/Kikamba; kaw/Kawi; kbd/Kabardian; kbl/Kanembu; kcg/Tyap; kde/Makonde/Chimakonde;
  kea/Kabuverdianu; kek/Qʼeqchiʼ; ken/Kenyang; kfo/Koro; kg/Kongo; kgp/Kaingang/kanhgág; kha/Khasi;
  kho/Khotanese; khq/Koyra Chiini/Koyra ciini; khw/Khowar; ki/Kikuyu/Gikuyu; kiu/Kirmanjki; kj/Kuanyama;
  kk/Kazakh/қазақ тілі; kkj/Kako/kakɔ; kl/Kalaallisut; kln/Kalenjin; km/Khmer/ខ្មែរ; kmb/Kimbundu;
  kn/Kannada/ಕನ್ನಡ; ko/Korean/한국어; koi/Komi-Permyak; kok/Konkani/कोंकणी; kos/Kosraean; kpe/Kpelle;
  kr/Kanuri; krc/Karachay-Balkar; kri/Krio; krj/Kinaray-a; krl/Karelian; kru/Kurukh; ks/Kashmiri/کٲشُر;
  ksb/Shambala/Kishambaa; ksf/Bafia/rikpa; ksh/Colognian/Kölsch; ku/Kurdish/kurdî (kurmancî); kum/Kumyk;
  kut/Kutenai; kv/Komi; kw/Cornish/kernewek; kwk/Kwakʼwala; kxv/Kuvi; ky/Kyrgyz/кыргызча; la/Latin;
  lad/Ladino; lag/Langi/Kɨlaangi; lah/Western Panjabi; lam/Lamba; lb/Luxembourgish/Lëtzebuergesch;
  lez/Lezghian; lfn/Lingua Franca Nova; lg/Ganda/Luganda; li/Limburgish; lij/Ligurian/ligure; lil/Lillooet;
  liv/Livonian; lkt/Lakota/Lakȟólʼiyapi; lmo/Lombard; ln/Lingala; lo/Lao/ລາວ; lol/Mongo;
  lou/Louisiana Creole; loz/Lozi; lrc/Northern Luri/لۊری شومالی; lsm/Saamia; lt/Lithuanian/lietuvių;
  ltg/Latgalian; lu/Luba-Katanga/Tshiluba; lua/Luba-Lulua; lui/Luiseno; lun/Lunda; luo/Luo/Dholuo;
  lus/Mizo; luy/Luyia/Luluhia; lv/Latvian/latviešu; lzh/Literary Chinese; lzz/Laz; mad/Madurese; maf/Mafa;
  mag/Magahi; mai/Maithili/मैथिली; mak/Makasar; man/Mandingo; mas/Masai/Maa; mde/Maba; mdf/Moksha;
  mdr/Mandar; men/Mende; mer/Meru/Kĩmĩrũ; mfe/Morisyen/kreol morisien; mg/Malagasy; mga/Middle Irish;
  mgh/Makhuwa-Meetto/Makua; mgo/Metaʼ; mh/Marshallese; mi/Māori; mic/Mi'kmaw; min/Minangkabau;
  mk/Macedonian/македонски; ml/Malayalam/മലയാളം; mn/Mongolian/монгол; mnc/Manchu; mni/Manipuri/মৈতৈলোন্;
  moe/Innu-aimun; moh/Mohawk; mos/Mossi; mr/Marathi/मराठी; mrj/Western Mari; ms/Malay/Melayu;
  mt/Maltese/Malti; mua/Mundang/MUNDAŊ; mus/Muscogee; mwl/Mirandese; mwr/Marwari; mwv/Mentawai;
  my/Burmese/မြန်မာ; mye/Myene; myv/Erzya; mzn/Mazanderani/مازرونی; na/Nauru; nan/Min Nan Chinese;
  nap/Neapolitan; naq/Nama/Khoekhoegowab; nb/Norwegian Bokmål/norsk bokmål; nd/North Ndebele/isiNdebele;
  nds/Low German/Neddersass’sch; ne/Nepali/नेपाली; new/Newari; ng/Ndonga; nia/Nias; niu/Niuean;
  njo/Ao Naga; nl/Dutch/Nederlands; nmg/Kwasio; nn/Norwegian Nynorsk/norsk nynorsk;
  nnh/Ngiemboon/Shwóŋò ngiembɔɔn; no/Norwegian/norsk; nog/Nogai; non/Old Norse; nov/Novial; nqo/N’Ko/ߒߞߏ;
  nr/South Ndebele; nso/Northern Sotho/Sesotho sa Leboa; nus/Nuer/Thok Nath; nv/Navajo;
  nwc/Classical Newari; ny/Nyanja; nym/Nyamwezi; nyn/Nyankole/Runyankore; nyo/Nyoro; nzi/Nzima; oc/Occitan;
  oj/Ojibwa; ojb/Northwestern Ojibwa; ojc/Central Ojibwa; ojs/Oji-Cree; ojw/Western Ojibwa; oka/Okanagan;
  om/Oromo/Oromoo; or/Odia/ଓଡ଼ିଆ; os/Ossetic/ирон; osa/Osage; ota/Ottoman Turkish; pa/Punjabi/ਪੰਜਾਬੀ;
  pag/Pangasinan; pal/Pahlavi; pam/Pampanga; pap/Papiamento; pau/Palauan; pcd/Picard;
  pcm/Nigerian Pidgin/Naijíriá Píjin; pdc/Pennsylvania German; pdt/Plautdietsch; peo/Old Persian;
  pfl/Palatine German; phn/Phoenician; pi/Pali; pis/Pijin; pl/Polish/polski; pms/Piedmontese/piemontèis;
  pnt/Pontic; pon/Pohnpeian; pqm/Maliseet-Passamaquoddy; prg/Prussian/prūsiskan; pro/Old Provençal;
  ps/Pashto/پښتو; pt/Portuguese/português; qu/Quechua/Runasimi; quc/Kʼicheʼ;
  qug/Chimborazo Highland Quichua; raj/Rajasthani/राजस्थानी; rap/Rapanui; rar/Rarotongan; rgn/Romagnol;
  rhg/Rohingya; rif/Riffian; rm/Romansh/rumantsch; rn/Rundi/Ikirundi; ro/Romanian/română;
  rof/Rombo/Kihorombo; rom/Romany; rtm/Rotuman; ru/Russian/русский; rue/Rusyn; rug/Roviana; rup/Aromanian;
  rw/Kinyarwanda/Ikinyarwanda; rwk/Rwa/Kiruwa; sa/Sanskrit/संस्कृत भाषा; sad/Sandawe; sah/Yakut/саха тыла;
  sam/Samaritan Aramaic; saq/Samburu/Kisampur; sas/Sasak; sat/Santali/ᱥᱟᱱᱛᱟᱲᱤ; saz/Saurashtra; sba/Ngambay;
  sbp/Sangu/Ishisangu; sc/Sardinian/sardu; scn/Sicilian/sicilianu; sco/Scots; sd/Sindhi/سنڌي;
  sdc/Sassarese Sardinian; sdh/Southern Kurdish; se/Northern Sami/davvisámegiella; see/Seneca; seh/Sena;
  sei/Seri; sel/Selkup; ses/Koyraboro Senni; sg/Sango; sga/Old Irish; sgs/Samogitian;
  shi/Tachelhit/ⵜⴰⵛⵍⵃⵉⵜ; shn/Shan/တႆး; shu/Chadian Arabic; si/Sinhala/සිංහල; sid/Sidamo;
  sk/Slovak/slovenčina; sl/Slovenian/slovenščina; slh/Southern Lushootseed; sli/Lower Silesian;
  sly/Selayar; sm/Samoan; sma/Southern Sami; smj/Lule Sami; smn/Inari Sami/anarâškielâ; sms/Skolt Sami;
  sn/Shona/chiShona; snk/Soninke; so/Somali/Soomaali; sog/Sogdien; sq/Albanian/shqip; sr/Serbian/српски;
  srn/Sranan Tongo; srr/Serer; ss/Swati; ssy/Saho; st/Southern Sotho/Sesotho; stq/Saterland Frisian;
  str/Straits Salish; su/Sundanese/Basa Sunda; suk/Sukuma; sus/Susu; sux/Sumerian; sv/Swedish/svenska;
  sw/Swahili/Kiswahili; swb/Comorian; syc/Classical Syriac; syr/Syriac/ܣܘܪܝܝܐ; szl/Silesian/ślōnski;
  ta/Tamil/தமிழ்; tce/Southern Tutchone; tcy/Tulu; te/Telugu/తెలుగు; tem/Timne; teo/Teso/Kiteso;
  ter/Tereno; tet/Tetum; tg/Tajik/тоҷикӣ; tgx/Tagish; th/Thai/ไทย; tht/Tahltan; ti/Tigrinya/ትግርኛ;
  tig/Tigre; tiv/Tiv; tk/Turkmen/türkmen dili; tkl/Tokelauan; tkr/Tsakhur; tlh/Klingon; tli/Tlingit;
  tly/Talysh; tmh/Tamashek; tn/Tswana/Setswana; to/Tongan/lea fakatonga; tog/Nyasa Tonga; tok/Toki Pona;
  tpi/Tok Pisin; tr/Turkish/Türkçe; tru/Turoyo; trv/Taroko; trw/Torwali; ts/Tsonga; tsd/Tsakonian;
  tsi/Tsimshian; tt/Tatar/татар; ttm/Northern Tutchone; ttt/Muslim Tat; tum/Tumbuka; tvl/Tuvalu;
  twq/Tasawaq/Tasawaq senni; ty/Tahitian; tyv/Tuvinian/Тыва; tzm/Central Atlas Tamazight/Tamaziɣt n laṭlaṣ;
  udm/Udmurt; ug/Uyghur/ئۇيغۇرچە; uga/Ugaritic; uk/Ukrainian/українська; umb/Umbundu; ur/Urdu/اردو;
  uz/Uzbek/o‘zbek; vai/Vai/ꕙꔤ; ve/Venda; vec/Venetian/veneto; vep/Veps; vi/Vietnamese/Tiếng Việt;
  vls/West Flemish; vmf/Main-Franconian; vmw/Makhuwa/emakhuwa; vo/Volapük; vot/Votic; vro/Võro;
  vun/Vunjo/Kyivunjo; wa/Walloon; wae/Walser; wal/Wolaytta; war/Waray; was/Washo; wbp/Warlpiri; wo/Wolof;
  wuu/Wu Chinese; xal/Kalmyk; xh/Xhosa/IsiXhosa; xmf/Mingrelian; xnr/Kangri/कांगड़ी; xog/Soga/Olusoga;
  yao/Yao; yap/Yapese; yav/Yangben/nuasue; ybb/Yemba; yi/Yiddish/ייִדיש; yo/Yoruba/Èdè Yorùbá;
  yrl/Nheengatu/nheẽgatu; yue/Cantonese/粵語; za/Zhuang/Vahcuengh; zap/Zapotec; zbl/Blissymbols;
  zea/Zeelandic; zen/Zenaga; zgh/Standard Moroccan Tamazight/ⵜⴰⵎⴰⵣⵉⵖⵜ; zh/Chinese/中文; zu/Zulu/isiZulu;
  zun/Zuni; zza/Zaza
`;

interface LanguageNames {
  english: string;
  /** Empty where it is the English one, or is not known. */
  own: string;
  /** In English, as Unicode calls it; distributors' names go before that. */
  unicode?: string;
}

let namesByCode: ReadonlyMap<string, LanguageNames> | undefined;

/** Read on first use: most pages never need them. */
const findNames = () =>
  (namesByCode ??= new Map<string, LanguageNames>([
    ...languages.map(({ code, name }) => [code, { english: name, own: "" }] as const),
    ...NAMES.trim()
      .split(/;\s+/)
      .map((entry) => {
        const [code = "", unicode = "", own = ""] = entry.split("/");
        return [code, { english: languageName(code) ?? unicode, own, unicode }] as const;
      }),
  ]));

/** Languages to choose from, by their English names. Others can be typed. */
export const languageSuggestions = (): LanguageNames[] =>
  [...findNames()]
    .filter(([code, { own }]) => own !== "" || code.length === 2 || languageName(code))
    .map(([, { english, own }]) => ({ english, own }))
    .sort((a, b) => a.english.localeCompare(b.english, "en"));

/** Undefined for any text but a BCP 47 tag of a language that has a name. */
function namesOfTag(text: string): LanguageNames | undefined {
  const names = findNames();
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text.replaceAll("_", "-"));
    const [code = "", ...subtags] = tag.split("-");
    const base = names.get(text) ?? names.get(code);
    if (!base || subtags.length === 0) return base;
    const nameIn = (locale: string) =>
      new Intl.DisplayNames(locale, { type: "language", fallback: "none" }).of(tag);
    const english = nameIn("en");
    return english ? { english, own: nameIn(tag) ?? "" } : { ...base, own: tag };
  } catch {
    return undefined;
  }
}

let codesByName: ReadonlyMap<string, string> | undefined;

function codeOfName(name: string): string | undefined {
  codesByName ??= new Map(
    [...findNames()].flatMap(([code, { english, own, unicode = "" }]) =>
      [own, unicode, english].filter(Boolean).map((text) => [foldText(text), code] as const),
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

/** The first of the languages that is a code without a known name. */
export const findUnknownCode = (text: string) =>
  splitLanguages(text).find((piece) => isCode(piece) && !namesOfTag(piece) && !codeOfName(piece));

/** The English and the own name, such as "Breton (brezhoneg)"; of languages without a known name, the text. */
function describeLanguage(text: string): string {
  const names = namesOfTag(isCode(text) ? text : "") ?? namesOfTag(codeOfName(text) ?? "");
  if (!names) return text;
  return names.own ? `${names.english} (${names.own})` : names.english;
}

/** All languages of a release or track in one line. */
export function languagesText(spoken: { language: string; otherLanguages: string }): string {
  const others = splitLanguages(spoken.otherLanguages).map(describeLanguage);
  return [languageName(spoken.language) ?? "", ...others].filter(Boolean).join(", ");
}
