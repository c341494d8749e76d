/** A country or territory: the name artists know it by and its ISO 3166-1 alpha-2 code. */
interface Country {
  readonly name: string;
  readonly code: string;
}

// Comma-separated text costs a phone less to download and to parse than two hundred objects.
function parse(entries: string): Country[] {
  return entries.split(",").map((entry) => {
    const text = entry.trim();
    return { name: text.slice(0, -3), code: text.slice(-2) };
  });
}

/**
 * The 193 members of the United Nations, Kosovo, Palestine, Taiwan and Vatican City, and the territories of
 * ISO 3166 that people live in.
 * The specification puts six countries first; the others are in alphabetical order.
 * Kosovo has no ISO code: XK is the user-assigned one the European Union, Unicode and payment
 * networks share.
 */
export const countries: readonly Country[] = parse(`
  United Kingdom GB, United States US, Ireland IE, France FR, Netherlands NL, Germany DE,
  Afghanistan AF, Åland Islands AX, Albania AL, Algeria DZ, American Samoa AS, Andorra AD,
  Angola AO, Anguilla AI, Antigua and Barbuda AG, Argentina AR, Armenia AM, Aruba AW, Australia AU,
  Austria AT, Azerbaijan AZ, Bahamas BS, Bahrain BH, Bangladesh BD, Barbados BB, Belarus BY,
  Belgium BE, Belize BZ, Benin BJ, Bermuda BM, Bhutan BT, Bolivia BO, Bosnia and Herzegovina BA,
  Botswana BW, Brazil BR, British Virgin Islands VG, Brunei BN, Bulgaria BG, Burkina Faso BF,
  Burundi BI, Cambodia KH, Cameroon CM, Canada CA, Cape Verde CV, Caribbean Netherlands BQ,
  Cayman Islands KY, Central African Republic CF, Chad TD, Chile CL, China CN, Christmas Island CX,
  Cocos (Keeling) Islands CC, Colombia CO, Comoros KM, Congo (Democratic Republic) CD,
  Congo (Republic) CG, Cook Islands CK, Costa Rica CR, Croatia HR, Cuba CU, Curaçao CW, Cyprus CY,
  Czechia CZ, Denmark DK, Djibouti DJ, Dominica DM, Dominican Republic DO, Ecuador EC, Egypt EG,
  El Salvador SV, Equatorial Guinea GQ, Eritrea ER, Estonia EE, Eswatini SZ, Ethiopia ET,
  Falkland Islands FK, Faroe Islands FO, Fiji FJ, Finland FI, French Guiana GF, French Polynesia PF,
  Gabon GA, Gambia GM, Georgia GE, Ghana GH, Gibraltar GI, Greece GR, Greenland GL, Grenada GD,
  Guadeloupe GP, Guam GU, Guatemala GT, Guernsey GG, Guinea GN, Guinea-Bissau GW, Guyana GY,
  Haiti HT, Honduras HN, Hong Kong HK, Hungary HU, Iceland IS, India IN, Indonesia ID, Iran IR,
  Iraq IQ, Isle of Man IM, Israel IL, Italy IT, Ivory Coast CI, Jamaica JM, Japan JP, Jersey JE,
  Jordan JO, Kazakhstan KZ, Kenya KE, Kiribati KI, Kosovo XK, Kuwait KW, Kyrgyzstan KG, Laos LA,
  Latvia LV, Lebanon LB, Lesotho LS, Liberia LR, Libya LY, Liechtenstein LI, Lithuania LT,
  Luxembourg LU, Macao MO, Madagascar MG, Malawi MW, Malaysia MY, Maldives MV, Mali ML, Malta MT,
  Marshall Islands MH, Martinique MQ, Mauritania MR, Mauritius MU, Mayotte YT, Mexico MX,
  Micronesia FM, Moldova MD, Monaco MC, Mongolia MN, Montenegro ME, Montserrat MS, Morocco MA,
  Mozambique MZ, Myanmar MM, Namibia NA, Nauru NR, Nepal NP, New Caledonia NC, New Zealand NZ,
  Nicaragua NI, Niger NE, Nigeria NG, Niue NU, Norfolk Island NF, North Korea KP,
  North Macedonia MK, Northern Mariana Islands MP, Norway NO, Oman OM, Pakistan PK, Palau PW,
  Palestine PS, Panama PA, Papua New Guinea PG, Paraguay PY, Peru PE, Philippines PH,
  Pitcairn Islands PN, Poland PL, Portugal PT, Puerto Rico PR, Qatar QA, Réunion RE, Romania RO,
  Russia RU, Rwanda RW, Saint Barthélemy BL, Saint Helena SH, Saint Kitts and Nevis KN,
  Saint Lucia LC, Saint Martin MF, Saint Pierre and Miquelon PM,
  Saint Vincent and the Grenadines VC, Samoa WS, San Marino SM, São Tomé and Príncipe ST,
  Saudi Arabia SA, Senegal SN, Serbia RS, Seychelles SC, Sierra Leone SL, Singapore SG,
  Sint Maarten SX, Slovakia SK, Slovenia SI, Solomon Islands SB, Somalia SO, South Africa ZA,
  South Korea KR, South Sudan SS, Spain ES, Sri Lanka LK, Sudan SD, Suriname SR,
  Svalbard and Jan Mayen SJ, Sweden SE, Switzerland CH, Syria SY, Taiwan TW, Tajikistan TJ,
  Tanzania TZ, Thailand TH, Timor-Leste TL, Togo TG, Tokelau TK, Tonga TO, Trinidad and Tobago TT,
  Tunisia TN, Turkey TR, Turkmenistan TM, Turks and Caicos Islands TC, Tuvalu TV,
  U.S. Virgin Islands VI, Uganda UG, Ukraine UA, United Arab Emirates AE, Uruguay UY, Uzbekistan UZ,
  Vanuatu VU, Vatican City VA, Venezuela VE, Vietnam VN, Wallis and Futuna WF, Western Sahara EH,
  Yemen YE, Zambia ZM, Zimbabwe ZW
`);

/** Names in display order. */
export const countryNames: readonly string[] = countries.map(({ name }) => name);

const codes = new Map(countries.map(({ name, code }) => [name, code]));

/** Whether a text is the name of a country in the list, to the letter. */
export const isCountryName = (name: string): boolean => codes.has(name);

/** Two-letter code of a country in the list, matched to the letter; undefined for any other text. */
export function countryCode(name: string): string | undefined {
  return codes.get(name);
}

/** The name of the country with a two-letter code; undefined for any other text. */
export function countryName(code: string): string | undefined {
  return countries.find((country) => country.code === code)?.name;
}
