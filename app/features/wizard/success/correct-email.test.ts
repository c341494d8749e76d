import { createElement } from "react";
import { expect, test } from "vitest";
import { invalidError } from "~/forms/form-reply";
import { renderInWizard } from "../../../../tests/support/render-page";
import { CorrectEmail } from "./correct-email";

const receipt = {
  reference: "K2P7M-9QX4T",
  replyDue: "March 12, 2027",
  release: "Ferry",
  artistName: "Vale",
  files: [],
  email: "vale@gmial.example",
  statusPath: "/status/01J?s=1",
  statusUrl: "https://portal.example/status/01J?s=1",
  dateNote: "",
  stages: [],
  canCorrectEmail: true,
  sendsMail: true,
  mailHeld: false,
  supportEmail: "help@example.com",
};
const reply = { values: { email: "v" }, errors: { email: invalidError("Not an address") } };
const render = (canCorrectEmail: boolean, posted?: typeof reply) =>
  renderInWizard(
    createElement(CorrectEmail, { receipt: { ...receipt, canCorrectEmail }, reply: posted }),
  );

test("the form names the address that we have, and closes once it can no longer be corrected", () => {
  expect(render(true)).toContain("vale@gmial.example");
  expect(render(false)).not.toMatch(/Wrong address|vale@/);
});

test("a refusal is told at the field, and where there is no form any more by itself", () => {
  expect(render(true, reply)).toContain("Not an address");
  expect(render(false, reply)).toContain("Not an address");
});
