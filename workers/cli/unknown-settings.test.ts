import { expect, test } from "vitest";
import { settingNames } from "../../app/platform/settings";
import { unknownSettings } from "./unknown-settings";

test.each([
  ["SMTP_HSOT", "SMTP_HOST"],
  ["smtp_host", "SMTP_HOST"],
  ["SMTP-HOST", "SMTP_HOST"],
  ["SMTPHOST", "SMTP_HOST"],
  ["MONDAY_BOARDID", "MONDAY_BOARD_ID"],
  ["MONDAY_TOKENS", "MONDAY_TOKEN"],
  ["PUBLC_URL", "PUBLIC_URL"],
  ["SIGNING_SECRETS", "SIGNING_SECRET"],
  ["STAFF_PASSWORD", "STAFF_PASSCODE"],
  ["BRANDNAME", "BRAND_NAME"],
  ["PORTS", "PORT"],
  ["STATEDIR", "STATE_DIR"],
  ["LIMIT_DRAFTS_PER_DAYS", "LIMIT_DRAFTS_PER_DAY"],
  ["DROPBOX_SIGN_APIKEY", "DROPBOX_SIGN_API_KEY"],
])("%s is reported, with %s as the suggestion", (name, meant) => {
  expect(unknownSettings({ [name]: "a secret value" })).toEqual([
    `${name} is not a setting of the portal. Did you mean ${meant}?`,
  ]);
});

test("a name with the prefix of a setting is reported, whatever follows", () => {
  for (const name of ["SMTP_USER", "SPOTIFY_REDIRECT_ADDRESS", "LIMIT_EVERYTHING"])
    expect(unknownSettings({ [name]: "x" })).toHaveLength(1);
});

test("settings, and the usual names of a shell, are not reported", () => {
  const shell = [
    ...[
      "PATH",
      "HOME",
      "USER",
      "MAIL",
      "EDITOR",
      "HOST",
      "HOSTNAME",
      "LANG",
      "PWD",
      "TERM",
      "SHELL",
    ],
    ...["NODE_ENV", "NODE_OPTIONS", "npm_config_cache", "npm_package_name", "CI", "TMPDIR", "TZ"],
    ...[
      "CLOUDFLARE_API_TOKEN",
      "CLOUDFLARE_ACCOUNT_ID",
      "GITHUB_TOKEN",
      "GITHUB_ACTIONS",
      "DISPLAY",
    ],
    ...["GOOGLE_APPLICATION_CREDENTIALS", "AWS_ACCESS_KEY_ID", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR"],
    ...["PORT", "STATE_DIR"],
  ];
  const names = [...shell, ...settingNames];
  expect(unknownSettings(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
});

test("a name without a value is not reported", () => {
  expect(unknownSettings({ SMTP_HSOT: "", SMTP_PROT: undefined })).toEqual([]);
});
