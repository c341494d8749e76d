/** A sovereign state: the name artists know it by and its ISO 3166-1 alpha-2 code. */
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
 * The 193 members of the United Nations with Kosovo, Palestine, Taiwan and Vatican City.
 * The specification puts six countries first; the others are in alphabetical order.
 * Kosovo has no ISO code: XK is the user-assigned one the European Union, Unicode and payment
 * networks share.
 */
export const countries: readonly Country[] = parse(`
  United Kingdom GB, United States US, Ireland IE, France FR, Netherlands NL, Germany DE,
  Afghanistan AF, Albania AL, Algeria DZ, Andorra AD, Angola AO, Antigua and Barbuda AG,
  Argentina AR, Armenia AM, Australia AU, Austria AT, Azerbaijan AZ, Bahamas BS, Bahrain BH,
  Bangladesh BD, Barbados BB, Belarus BY, Belgium BE, Belize BZ, Benin BJ, Bhutan BT, Bolivia BO,
  Bosnia and Herzegovina BA, Botswana BW, Brazil BR, Brunei BN, Bulgaria BG, Burkina Faso BF,
  Burundi BI, Cambodia KH, Cameroon CM, Canada CA, Cape Verde CV, Central African Republic CF,
  Chad TD, Chile CL, China CN, Colombia CO, Comoros KM, Congo (Democratic Republic) CD,
  Congo (Republic) CG, Costa Rica CR, Croatia HR, Cuba CU, Cyprus CY, Czechia CZ, Denmark DK,
  Djibouti DJ, Dominica DM, Dominican Republic DO, Ecuador EC, Egypt EG, El Salvador SV,
  Equatorial Guinea GQ, Eritrea ER, Estonia EE, Eswatini SZ, Ethiopia ET, Fiji FJ, Finland FI,
  Gabon GA, Gambia GM, Georgia GE, Ghana GH, Greece GR, Grenada GD, Guatemala GT, Guinea GN,
  Guinea-Bissau GW, Guyana GY, Haiti HT, Honduras HN, Hungary HU, Iceland IS, India IN,
  Indonesia ID, Iran IR, Iraq IQ, Israel IL, Italy IT, Ivory Coast CI, Jamaica JM, Japan JP,
  Jordan JO, Kazakhstan KZ, Kenya KE, Kiribati KI, Kosovo XK, Kuwait KW, Kyrgyzstan KG, Laos LA,
  Latvia LV, Lebanon LB, Lesotho LS, Liberia LR, Libya LY, Liechtenstein LI, Lithuania LT,
  Luxembourg LU, Madagascar MG, Malawi MW, Malaysia MY, Maldives MV, Mali ML, Malta MT,
  Marshall Islands MH, Mauritania MR, Mauritius MU, Mexico MX, Micronesia FM, Moldova MD, Monaco MC,
  Mongolia MN, Montenegro ME, Morocco MA, Mozambique MZ, Myanmar MM, Namibia NA, Nauru NR, Nepal NP,
  New Zealand NZ, Nicaragua NI, Niger NE, Nigeria NG, North Korea KP, North Macedonia MK, Norway NO,
  Oman OM, Pakistan PK, Palau PW, Palestine PS, Panama PA, Papua New Guinea PG, Paraguay PY,
  Peru PE, Philippines PH, Poland PL, Portugal PT, Qatar QA, Romania RO, Russia RU, Rwanda RW,
  Saint Kitts and Nevis KN, Saint Lucia LC, Saint Vincent and the Grenadines VC, Samoa WS,
  San Marino SM, São Tomé and Príncipe ST, Saudi Arabia SA, Senegal SN, Serbia RS, Seychelles SC,
  Sierra Leone SL, Singapore SG, Slovakia SK, Slovenia SI, Solomon Islands SB, Somalia SO,
  South Africa ZA, South Korea KR, South Sudan SS, Spain ES, Sri Lanka LK, Sudan SD, Suriname SR,
  Sweden SE, Switzerland CH, Syria SY, Taiwan TW, Tajikistan TJ, Tanzania TZ, Thailand TH,
  Timor-Leste TL, Togo TG, Tonga TO, Trinidad and Tobago TT, Tunisia TN, Turkey TR, Turkmenistan TM,
  Tuvalu TV, Uganda UG, Ukraine UA, United Arab Emirates AE, Uruguay UY, Uzbekistan UZ, Vanuatu VU,
  Vatican City VA, Venezuela VE, Vietnam VN, Yemen YE, Zambia ZM, Zimbabwe ZW
`);

/** Names in display order. */
export const countryNames: readonly string[] = countries.map(({ name }) => name);

const codes = new Map(countries.map(({ name, code }) => [name, code]));

/** Two-letter code of a country in the list, matched to the letter; undefined for any other text. */
export function countryCode(name: string): string | undefined {
  return codes.get(name);
}
