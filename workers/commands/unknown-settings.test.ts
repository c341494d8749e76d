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
])("%s is told, with %s in its place", (name, meant) => {
  expect(unknownSettings({ [name]: "a secret value" })).toEqual([
    `${name} is not a setting of the portal. Did you mean ${meant}?`,
  ]);
});

test("a name that begins like ours is told, however far off its end is", () => {
  for (const name of ["SMTP_USER", "SPOTIFY_REDIRECT_ADDRESS", "LIMIT_EVERYTHING"])
    expect(unknownSettings({ [name]: "x" })).toHaveLength(1);
});

test("the settings themselves, and what any shell has, are not told of", () => {
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

test("a name with nothing behind it is not told of", () => {
  expect(unknownSettings({ SMTP_HSOT: "", SMTP_PROT: undefined })).toEqual([]);
});
