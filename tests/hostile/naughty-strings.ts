const long = (text: string, times: number) => text.repeat(times);
const each = (...codes: number[]) => String.fromCodePoint(...codes);

/** A letter with many combining marks. */
const zalgo = (text: string) =>
  [...text].map((letter) => letter + each(0x300, 0x316, 0x489, 0x34f, 0x1ab0, 0x20d0)).join("");

const blank = [
  ["", " ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2003", "\u200b", "\u2060", "\ufeff"],
  ["\u180e", "\u2028", "\u2029", "\u0085", "\u00ad", "\u115f", "\u3164", "\u2800", "\u034f"],
].flat();

const brokenStrings = [
  ["\0", "a\0b", "\u0001\u0002\u0003", "\u001b[31mred", "\u007f", "\u0080", "\ud800", "\udfff"],
  ["a\ud83d", "\udc4ea", "\udc4e\ud83d", "\ufffe", "\uffff", "\ufffd\ufffd", each(0x10ffff)],
  ["%", "%%", "%0", "%zz", "%00", "%c0%ae", "%u0041", "%e2%80%ae", "&#0;", "&#x110000;", "\\u0000"],
].flat();

const letters = [
  [
    "Ärger",
    "A\u0308rger",
    "ﬁnale",
    "ﬃ",
    "İstanbul",
    "ıI",
    "ẞß",
    "ǅ",
    "ŉ",
    "½",
    "²",
    "①",
    "Å\u212b",
  ],
  ["夜の船", "서울의 밤", "สวัสดี", "நிலா", "ሙዚቃ", "𝔉𝔯𝔞𝔨𝔱𝔲𝔯", "𐐷", "﷽", "ᏣᎳᎩ", "ꦏ", "𓀀"],
  [
    "موسيقى",
    "שלום abc עולם",
    "\u202eevil.wav",
    "a\u202db\u202c",
    "\u2066x\u2069",
    "\u200fabc\u200e",
  ],
  ["😀", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "🇬🇧🇬", "❤️‍🔥", "1️⃣", "\u200d", "\ufe0f", long("👨‍👩‍👧‍👦", 400)],
  [zalgo("Night Ferry"), zalgo(long("z", 300)), long("\u0301", 2_000), long("ก็", 1_000)],
].flat();

const numbers = [
  [
    "0",
    "-0",
    "00",
    "-1",
    "1.5",
    "1,5",
    "1e309",
    "-1e309",
    "1e-400",
    "NaN",
    "Infinity",
    "0x1F",
    "0b1",
  ],
  [
    "9007199254740993",
    "99999999999999999999999",
    "2147483648",
    "18446744073709551616",
    "١٢٣",
    "१२",
  ],
  [
    "1_000",
    "+1",
    " 1 ",
    "1e3",
    "0.30000000000000004",
    "null",
    "undefined",
    "true",
    "[object Object]",
  ],
  ["0000-00-00", "2026-02-30", "9999-12-31", "+275760-09-13", "-000001-01-01", "2026-W01", "24:60"],
  ["99:99", "1:2:3:4", "2026-13-01T25:61:61Z", "today", "1970-01-01"],
].flat();

const code = [
  ["'", '"', "`", "';--", "' OR '1'='1", '") OR ("1"="1', "'; DROP TABLE drafts; --", "1; VACUUM"],
  [
    "') UNION SELECT key_hash FROM drafts --",
    "%' AND 1=randomblob(900000000) --",
    "\\'; --",
    "/**/",
  ],
  [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><svg/onload=alert(1)>",
  ],
  [
    "</script><!--",
    "<!--<script>",
    "]]>",
    "<![CDATA[x]]>",
    "&lt;b&gt;",
    "<plaintext>",
    "<base href=//e>",
  ],
  [
    "javascript:alert(1)",
    "data:text/html,<b>x",
    "vbscript:x",
    "//evil.example",
    "https://evil.example/",
  ],
  ["http://[::1", "http://a:99999", "http://\u00ad", "file:///x", "mailto:a@b", "https://a@b:c@d/"],
  [
    "{{7*7}}",
    ["$", "{7*7}"].join(""),
    "#{7*7}",
    "<%= 7*7 %>",
    "{{constructor.constructor('x')()}}",
    "%s%n%x",
    "$(id)",
  ],
  [
    "`id`",
    "| id",
    "; id",
    "&& id",
    "=1+1",
    "@SUM(1)",
    "+cmd|' /C x'!A0",
    "() { :; };",
    "\\",
    "\\\\x\\y",
  ],
  [
    '{"a":1}',
    "[1,2",
    '{"__proto__":{"admin":true}}',
    "__proto__",
    "constructor",
    "prototype",
    "toString",
  ],
  [
    "hasOwnProperty",
    "tracks[0]",
    "tracks[999999999].title",
    "tracks[-1]",
    "a[b][c]",
    "a.b.c",
    "[]",
  ],
].flat();

const paths = [
  [
    "../",
    "../../../../etc/passwd",
    "..\\..\\x",
    "....//",
    "/etc/passwd",
    "C:\\x",
    "\\\\host\\x",
    "~",
  ],
  [
    ".",
    "..",
    "...",
    "a/b/c",
    "a//b",
    "CON",
    "nul.wav",
    "x.wav\0.jpg",
    "x.wav/",
    ".wav",
    ".htaccess",
  ],
  [
    "x;.wav",
    'a"b.wav',
    "a'b.wav",
    "a\r\nb.wav",
    "a%0d%0aX-Injected: 1",
    "x\r\nX-Injected: 1",
    "?a=b#c",
  ],
].flat();

const addresses = [
  [
    "a@b",
    "a@b.co>",
    "a@@b.co",
    "@b.co",
    "a@",
    "a@b..co",
    '"a b"@c.de',
    "a@[127.0.0.1]",
    "a@b.co,c@d.ef",
  ],
  [
    "a@b.co\r\nBcc: c@d.ef",
    "ä@ö.de",
    "a+b@c.de",
    `${long("a", 65)}@b.co`,
    `a@${long("b.", 150)}co`,
  ],
].flat();

const lengths = [
  [long("x", 255), long("x", 256), long("x", 1_001), long("x", 5_001), long("x", 65_537)],
  [
    long("夜", 20_000),
    long("\0", 1_000),
    long(" ", 10_000),
    long("\n", 10_000),
    long("a ", 30_000),
  ],
  [
    long("[", 5_000),
    long("<b>", 5_000),
    long("%25", 5_000),
    long("&a=", 2_000),
    long("../", 3_000),
  ],
].flat();

/** Unusual texts that every field has to accept or refuse cleanly. */
export const naughtyStrings: readonly string[] = [
  ...new Set([blank, brokenStrings, letters, numbers, code, paths, addresses, lengths].flat()),
];
