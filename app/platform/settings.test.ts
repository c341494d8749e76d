import { expect, test } from "vitest";
import { parseSettings, settingNames } from "./settings";
import { readTeam } from "./team-setting";

const secret = "s".repeat(32);

test("a fresh checkout needs nothing but the signing secret that the start command makes", () => {
  expect(parseSettings({ SIGNING_SECRET: secret })).toMatchObject({
    ENVIRONMENT: "local",
    BRAND_NAME: "Mahogany",
  });
});

test("Spotify's market is Great Britain unless set, in either case", () => {
  expect(parseSettings({ SIGNING_SECRET: secret }).SPOTIFY_MARKET).toBe("GB");
  expect(parseSettings({ SIGNING_SECRET: secret, SPOTIFY_MARKET: "ie" }).SPOTIFY_MARKET).toBe("IE");
});

test("the development shortcuts are locked unless asked for", () => {
  expect(parseSettings({ SIGNING_SECRET: secret }).DEV_TOOLS).toBe("0");
  expect(parseSettings({ SIGNING_SECRET: secret, DEV_TOOLS: "1" }).DEV_TOOLS).toBe("1");
});

test("no production can run with the development shortcuts", () => {
  const env = {
    SIGNING_SECRET: secret,
    PUBLIC_URL: "https://x.example",
    ENVIRONMENT: "production",
  };
  expect(parseSettings(env).DEV_TOOLS).toBe("0");
  expect(() => parseSettings({ ...env, DEV_TOOLS: "1" })).toThrow("DEV_TOOLS");
});

test("an empty setting counts as not set", () => {
  expect(parseSettings({ SIGNING_SECRET: secret, BRAND_NAME: "" }).BRAND_NAME).toBe("Mahogany");
});

const storage = {
  R2_S3_ENDPOINT: "https://0123456789abcdef.r2.cloudflarestorage.com",
  R2_S3_BUCKET: "artist-portal-files",
  R2_S3_ACCESS_KEY_ID: "an-access-key",
  R2_S3_SECRET_ACCESS_KEY: "a-secret-access-key",
};

test("storage that browsers send to is set by four settings, or by none", () => {
  expect(parseSettings({ SIGNING_SECRET: secret, ...storage })).toMatchObject(storage);
  expect(parseSettings({ SIGNING_SECRET: secret }).R2_S3_ENDPOINT).toBeUndefined();
});

test.each(Object.keys(storage))("without %s the other three are refused by its name", (name) => {
  const env = { SIGNING_SECRET: secret, ...storage, [name]: "" };
  expect(() => parseSettings(env)).toThrow(
    `${name} is missing: the four R2_S3_ settings work together or not at all.`,
  );
});

test.each([
  [{ R2_S3_ENDPOINT: "0123.r2.cloudflarestorage.com" }, "R2_S3_ENDPOINT must be an address"],
  [{ R2_S3_ENDPOINT: "https://s3.example/bucket" }, "R2_S3_ENDPOINT must be an address"],
  [{ R2_S3_ENDPOINT: "https://s3.example/" }, "R2_S3_ENDPOINT must be an address"],
  [{ R2_S3_ENDPOINT: "https://s3.example; script-src *" }, "R2_S3_ENDPOINT must be an address"],
  [{ R2_S3_BUCKET: "Artist Files" }, "R2_S3_BUCKET must be the name"],
  [{ R2_S3_BUCKET: "a/b" }, "R2_S3_BUCKET must be the name"],
  [{ R2_S3_SECRET_ACCESS_KEY: "short" }, "R2_S3_SECRET_ACCESS_KEY is too short"],
])("storage with %j is refused with a sentence", (wrong, sentence) => {
  expect(() => parseSettings({ SIGNING_SECRET: secret, ...storage, ...wrong })).toThrow(sentence);
});

const place = {
  DELIVERY_S3_ENDPOINT: "https://s3.eu-west-1.amazonaws.com",
  DELIVERY_S3_BUCKET: "label-deliveries",
  DELIVERY_S3_ACCESS_KEY_ID: "an-access-key",
  DELIVERY_S3_SECRET_ACCESS_KEY: "a-secret-access-key",
};

const server = {
  DELIVERY_SFTP_HOST: "sftp.distributor.example",
  DELIVERY_SFTP_USERNAME: "label",
  DELIVERY_SFTP_HOST_KEY: `SHA256:${"aB/+".repeat(10)}abc`,
};
const withPassword = { ...server, DELIVERY_SFTP_PASSWORD: "short" };
const keyLines = [
  "-----BEGIN OPENSSH PRIVATE KEY-----",
  "b3Blbn==",
  "-----END OPENSSH PRIVATE KEY-----",
];

test("an SFTP server for deliveries is set by its host, key and user, and by one sign-in", () => {
  const env = { SIGNING_SECRET: secret, ...withPassword };
  expect(parseSettings(env)).toMatchObject({ ...withPassword, DELIVERY_SFTP_PORT: "22" });
  for (const name of Object.keys(server))
    expect(() => parseSettings({ ...env, [name]: "" })).toThrow(`${name} is missing`);
  const oneLine = { ...server, DELIVERY_SFTP_PRIVATE_KEY: keyLines.join("\\n") };
  const parsed = parseSettings({ SIGNING_SECRET: secret, ...oneLine });
  expect(parsed.DELIVERY_SFTP_PRIVATE_KEY).toBe(keyLines.join("\n"));
  for (const signIn of [server, { ...oneLine, DELIVERY_SFTP_PASSWORD: "both" }])
    expect(() => parseSettings({ SIGNING_SECRET: secret, ...signIn })).toThrow("one of them");
  expect(() => parseSettings({ ...env, ...place })).toThrow("Releases go to one place");
});

test("a place for deliveries is set by four settings or by none, and parties of messages by two", () => {
  const env = { SIGNING_SECRET: secret, ...place };
  expect(parseSettings(env)).toMatchObject({ ...place, DELIVERY_S3_REGION: "auto" });
  for (const name of Object.keys(place))
    expect(() => parseSettings({ ...env, [name]: "" })).toThrow(`${name} is missing`);
  expect(() => parseSettings({ SIGNING_SECRET: secret, DELIVERY_S3_PREFIX: "inbox" })).toThrow(
    "DELIVERY_S3_BUCKET is missing",
  );
  const parties = {
    DDEX_SENDER_ID: "pa-dpida-2026113001-a",
    DDEX_RECIPIENT_ID: "PADPIDA2026113002B",
  };
  expect(parseSettings({ SIGNING_SECRET: secret, ...parties })).toMatchObject({
    ...{ DDEX_SENDER_ID: "PADPIDA2026113001A", DDEX_TEST_MODE: "1" },
  });
});

test.each([
  [{}, "SIGNING_SECRET"],
  [{ SIGNING_SECRET: "short" }, "SIGNING_SECRET"],
  [{ SIGNING_SECRET: secret, SUPPORT_EMAIL: "nobody" }, "SUPPORT_EMAIL"],
  [{ SIGNING_SECRET: secret, PUBLIC_URL: "https://x.example/path" }, "PUBLIC_URL"],
  [{ SIGNING_SECRET: secret, ENVIRONMENT: "production" }, "PUBLIC_URL"],
  [{ SIGNING_SECRET: secret, MONDAY_TOKEN: "a-long-token" }, "MONDAY_BOARD_ID"],
  [{ SIGNING_SECRET: secret, MONDAY_BOARD_ID: "board" }, "MONDAY_BOARD_ID"],
  [{ SIGNING_SECRET: secret, SPOTIFY_CLIENT_ID: "an-id-alone" }, "SPOTIFY_CLIENT_SECRET"],
  [{ SIGNING_SECRET: secret, SPOTIFY_CLIENT_SECRET: "a-secret-alone" }, "SPOTIFY_CLIENT_ID"],
  [{ SIGNING_SECRET: secret, SPOTIFY_CLIENT_ID: "x", SPOTIFY_CLIENT_SECRET: "y" }, "CLIENT_ID"],
  [{ SIGNING_SECRET: secret, SPOTIFY_MARKET: "GBR" }, "SPOTIFY_MARKET"],
  [{ SIGNING_SECRET: secret, VIDEO_URL: "youtube.com/@label" }, "VIDEO_URL"],
  [{ SIGNING_SECRET: secret, PHOTO_URL: "javascript:alert(1)" }, "PHOTO_URL"],
  [{ SIGNING_SECRET: secret, DEV_TOOLS: "yes" }, "DEV_TOOLS"],
  [{ SIGNING_SECRET: secret, OFFLINE_FORM: "off" }, "OFFLINE_FORM"],
  [{ SIGNING_SECRET: secret, ...place, DELIVERY_S3_PREFIX: "/in/../box" }, "DELIVERY_S3_PREFIX"],
  [{ SIGNING_SECRET: secret, ...place, DELIVERY_S3_REGION: "EU West" }, "DELIVERY_S3_REGION"],
  [{ SIGNING_SECRET: secret, ...withPassword, DELIVERY_SFTP_HOST: "sftp://a" }, "SFTP_HOST"],
  [{ SIGNING_SECRET: secret, ...withPassword, DELIVERY_SFTP_PORT: "0" }, "SFTP_PORT"],
  [{ SIGNING_SECRET: secret, ...withPassword, DELIVERY_SFTP_FOLDER: "in/../box" }, "SFTP_FOLDER"],
  [{ SIGNING_SECRET: secret, ...withPassword, DELIVERY_SFTP_HOST_KEY: "MD5:00:11" }, "HOST_KEY"],
  [{ SIGNING_SECRET: secret, ...server, DELIVERY_SFTP_PRIVATE_KEY: "a key" }, "PRIVATE_KEY"],
  [{ SIGNING_SECRET: secret, DDEX_SENDER_ID: "Harbour" }, "DDEX_SENDER_ID must be a DDEX"],
  [{ SIGNING_SECRET: secret, DDEX_SENDER_ID: "PADPIDA2026113001A" }, "DDEX_RECIPIENT_ID"],
  [{ SIGNING_SECRET: secret, DELIVERY_WEEKS: "0" }, "DELIVERY_WEEKS"],
  [{ SIGNING_SECRET: secret, DELIVERY_WEEKS: "13" }, "DELIVERY_WEEKS"],
])("%j is refused with a sentence that names %s", (env, name) => {
  expect(() => parseSettings(env)).toThrow(name);
});

/** What no setting should be set to, or only some. */
const MALFORMED: readonly unknown[] = [
  ...[
    "\u0000",
    "🦭",
    "-1",
    "99999",
    "1e9",
    "x".repeat(10_000),
    "two words",
    "a\nb",
    "[::1",
    "http://",
  ],
  ...["http://a:99999", "https://[::1", "0", "yes", "//", "%", "null", 7, null, true, {}, ["a"]],
];

/** A sentence that begins with the setting that it is about, of words alone. */
const PLAIN = /^([A-Z0-9_]+) (must|is) [^[\]{}]+\.$/;

test.each(settingNames)("%s, however malformed, is taken or refused in plain words", (name) => {
  for (const value of MALFORMED) {
    const env = { SIGNING_SECRET: secret, ENVIRONMENT: "local", [name]: value };
    let text = "";
    try {
      const settings = parseSettings(env);
      // What is to be an address is one for whoever opens it.
      for (const address of [settings.PUBLIC_URL, settings.R2_S3_ENDPOINT])
        if (address) expect(URL.canParse(address)).toBe(true);
      continue;
    } catch (error) {
      text = error instanceof Error ? error.message : String(error);
    }
    expect(PLAIN.test(text) ? "plain" : text.slice(0, 300)).toBe("plain");
    // Where it is taken itself, those are named that it does not work without.
    expect(settingNames).toContain(PLAIN.exec(text)?.[1]);
    expect(text).not.toMatch(/Invalid|Expected|received|undefined/);
  }
});

const smtp = {
  SMTP_HOST: "smtp.example.com",
  SMTP_USERNAME: "portal",
  SMTP_PASSWORD: "a password",
  MAIL_FROM: "music@example.com",
};

test("mail is set by four settings, or by none, and goes to port 465 unless told otherwise", () => {
  expect(parseSettings({ SIGNING_SECRET: secret, ...smtp })).toMatchObject({
    ...smtp,
    SMTP_PORT: "465",
  });
  expect(parseSettings({ SIGNING_SECRET: secret, SMTP_PORT: "587" }).SMTP_HOST).toBeUndefined();
});

test.each(Object.keys(smtp))("mail without %s is refused by its name", (name) => {
  const env = { SIGNING_SECRET: secret, ...smtp, [name]: "" };
  expect(() => parseSettings(env)).toThrow(`${name} is missing: SMTP_HOST, SMTP_USERNAME,`);
});

test.each([
  [{ SMTP_HOST: "https://smtp.example.com" }, "SMTP_HOST must be the name of a mail server"],
  [{ SMTP_HOST: "smtp.example.com:465" }, "SMTP_HOST must be the name of a mail server"],
  [{ SMTP_PORT: "0" }, "SMTP_PORT must be a whole number"],
  [{ SMTP_PORT: "65536" }, "SMTP_PORT must be a whole number"],
  [{ SMTP_PORT: "smtps" }, "SMTP_PORT must be a whole number"],
  [{ SMTP_TLS: "off" }, 'SMTP_TLS must be "implicit" or "starttls"'],
  [{ MAIL_FROM: "Mahogany <music@example.com>" }, "MAIL_FROM must be an e-mail address"],
  [{ STAFF_EMAIL: "team" }, "STAFF_EMAIL must be an e-mail address"],
])("mail with %j is refused with a sentence", (wrong, sentence) => {
  expect(() => parseSettings({ SIGNING_SECRET: secret, ...smtp, ...wrong })).toThrow(sentence);
});

const drive = {
  GOOGLE_SERVICE_ACCOUNT_EMAIL: "portal@label.iam.gserviceaccount.com",
  GOOGLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nMIIE/+0=\\n-----END PRIVATE KEY-----\\n",
  GOOGLE_DRIVE_ID: "0AbCdEfGhIj-_1",
};

test("the cloud drive needs its three settings; a folder on it is one more", () => {
  const settings = parseSettings({ SIGNING_SECRET: secret, ...drive });
  expect(settings).toMatchObject(drive);
  const lines = drive.GOOGLE_PRIVATE_KEY.replaceAll("\\n", "\n");
  const folder = { GOOGLE_PRIVATE_KEY: lines, GOOGLE_DRIVE_FOLDER_ID: "1FolderId" };
  expect(parseSettings({ SIGNING_SECRET: secret, ...drive, ...folder })).toMatchObject({
    GOOGLE_PRIVATE_KEY: lines.trim(),
    GOOGLE_DRIVE_FOLDER_ID: "1FolderId",
  });
});

test.each(Object.keys(drive))("without %s the other drive settings are refused", (name) => {
  const rest = Object.fromEntries(Object.entries(drive).filter(([key]) => key !== name));
  expect(() => parseSettings({ SIGNING_SECRET: secret, ...rest })).toThrow(`${name} is missing`);
});

test.each([
  [{ GOOGLE_SERVICE_ACCOUNT_EMAIL: "portal" }, "GOOGLE_SERVICE_ACCOUNT_EMAIL must be"],
  [{ GOOGLE_PRIVATE_KEY: "MIIE" }, "GOOGLE_PRIVATE_KEY must be a private key in PEM"],
  [{ GOOGLE_DRIVE_ID: "https://drive.google.com/x" }, "GOOGLE_DRIVE_ID must be an id"],
  [{ GOOGLE_DRIVE_FOLDER_ID: "a b" }, "GOOGLE_DRIVE_FOLDER_ID must be an id"],
])("a drive with %j is refused with a sentence", (wrong, sentence) => {
  expect(() => parseSettings({ SIGNING_SECRET: secret, ...drive, ...wrong })).toThrow(sentence);
});

test("a folder alone is no drive", () => {
  const env = { SIGNING_SECRET: secret, GOOGLE_DRIVE_FOLDER_ID: "1FolderId" };
  expect(() => parseSettings(env)).toThrow("GOOGLE_DRIVE_ID is missing");
});

test("keys of links are taken as they are given, and malformed ones refused without showing them", () => {
  const keys = `2027a:${"k".repeat(32)},2026a:${"l".repeat(40)}`;
  expect(parseSettings({ SIGNING_SECRET: secret, LINK_KEYS: keys }).LINK_KEYS).toBe(keys);
  expect(parseSettings({ SIGNING_SECRET: secret, LINK_KEYS: "" }).LINK_KEYS).toBeUndefined();
  const parse = (wrong: string) => () =>
    parseSettings({ SIGNING_SECRET: secret, LINK_KEYS: wrong });
  for (const wrong of ["hush", "a:hush", `${keys},`, `${keys},2026a:${"m".repeat(32)}`]) {
    expect(parse(wrong)).toThrow("LINK_KEYS must be pairs");
    expect(parse(wrong)).not.toThrow(/hush|kkk|lll/);
  }
});

test("a staff passcode is long enough to be one, and Access needs both of its settings", () => {
  const parse = (env: Record<string, string>) => parseSettings({ SIGNING_SECRET: secret, ...env });
  expect(parse({ STAFF_PASSCODE: " twelve chars " }).STAFF_PASSCODE).toBe("twelve chars");
  expect(() => parse({ STAFF_PASSCODE: "eleven char" })).toThrow("STAFF_PASSCODE");
  const team = { ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com" };
  const aud = { ACCESS_AUD: "f".repeat(64) };
  expect(parse({ ...team, ...aud })).toMatchObject({ ...team, ...aud });
  expect(() => parse(team)).toThrow("ACCESS_AUD is missing");
  expect(() => parse(aud)).toThrow("ACCESS_TEAM_DOMAIN is missing");
  expect(() => parse({ ...aud, ACCESS_TEAM_DOMAIN: "https://label.example/x" })).toThrow(
    "ACCESS_TEAM_DOMAIN must be",
  );
});

const person = { name: "Ada Quill", role: "Sound", text: "Masters what we release." };

test("the people of the team are read without what does not belong to them", () => {
  const given = JSON.stringify([{ ...person, name: " Ada Quill ", phone: "0123" }]);
  const { LISTENERS } = parseSettings({ SIGNING_SECRET: secret, LISTENERS: given });
  expect(readTeam(LISTENERS ?? "")).toEqual([person]);
});

test.each([
  ["DEMO_LATENCY", "500", "such as 500-1500"],
  ["DEMO_LATENCY", "1500-500", "such as 500-1500"],
  ["DEMO_LATENCY", "0-99999", "such as 500-1500"],
  ["DEMO_ARTIST", "yes", 'DEMO_ARTIST must be "1" or "0"'],
  ["LISTENERS", "Ada Quill", "LISTENERS must be a list"],
  ["LISTENERS", '[{"name":"Ada Quill"}]', "LISTENERS must be a list"],
  ["LISTENERS", '[{"name":" ","role":"Sound","text":"Masters."}]', "LISTENERS must be a list"],
  ["LISTENERS", JSON.stringify(Array(7).fill(person)), "at most 6 people"],
  ["LISTENERS", JSON.stringify([{ ...person, text: "x".repeat(161) }]), "text 160"],
  ["LISTENERS", `[${" ".repeat(2_000)}]`, "at most 2000 characters"],
])("%s=%s stops the start", (name, value, text) => {
  expect(() => parseSettings({ SIGNING_SECRET: "s".repeat(32), [name]: value })).toThrow(text);
});

test.each([{ DEMO_ARTIST: "1" }, { DEMO_LATENCY: "500-1500" }])(
  "production has no demo: %j",
  (demo) => {
    const production = {
      ENVIRONMENT: "production",
      PUBLIC_URL: "https://submit.example.com",
      SIGNING_SECRET: "s".repeat(32),
    };
    expect(() => parseSettings(production)).not.toThrow();
    expect(() => parseSettings({ ...production, ...demo })).toThrow("for local runs only");
  },
);
