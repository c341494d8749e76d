import { createElement } from "react";
import { expect, test } from "vitest";
import type { AgreementReply, AgreementView } from "~/domain/artists/agreement/agreement-view";
import { dashboardTabs } from "~/domain/artists/dashboard-tab";
import { AgreementPanel } from "~/features/portal/agreement/agreement-panel";
import { SignDialog } from "~/features/portal/agreement/sign-dialog";
import { renderInWizard } from "../support/render-page";

// Portal document, sections 2, 4 and 8: the contract signing panel and its dialog, in every state.

const HERE = "/dashboard?tab=1";
const waiting: AgreementView = {
  state: "awaiting_signature",
  provider: "portal",
  id: "01J",
  textHash: "ab12",
  version: "2026-11",
  name: "Sigrid Valentin",
  until: "December 23, 2026",
  earlier: [],
  paragraphs: [{ kind: "text", text: "What both sides agree." }],
};
const signedOnce = {
  signedOn: "November 23, 2026",
  version: "2026-11",
  name: "Sigrid Valentin",
  file: "/agreement/01J.pdf",
  hash: "cd34",
};
const panel = (change: Partial<AgreementView> = {}, reply?: AgreementReply) =>
  renderInWizard(
    createElement(AgreementPanel, {
      agreement: { ...waiting, ...change },
      currentPath: HERE,
      reply,
    }),
  );
const replyWith = (extraFields: Partial<AgreementReply>): AgreementReply => ({
  returnTo: HERE,
  values: { typedName: "", consent: "" },
  errors: {},
  ...extraFields,
});
const dialog = (
  step: string,
  provider: AgreementView["provider"] = "portal",
  extraFields: Partial<AgreementReply> = {},
) =>
  renderInWizard(
    createElement(SignDialog, {
      agreement: { ...waiting, provider },
      currentPath: HERE,
      reply: replyWith(extraFields),
      step,
    }),
  );

const NOT_CREATED = "Could not create signature request. Please try again.";
const NO_URL = "No signature URL available. Please try again.";
const signedPanel = panel({ state: "signed", signed: signedOnce });

test.each<[string, string, readonly string[]]>([
  ["the panel", panel(), ["|Artist Agreement|", "|What both sides agree.|", "|View Contract|"]],
  ["awaiting_signature", panel(), ["|Waiting for your signature|"]],
  ["signed", signedPanel, ["|Agreement Signed|", "|Signed|"]],
  [
    "declined",
    panel({ state: "declined" }),
    ["|You have declined to sign the agreement.|Try Again|"],
  ],
  ["expired", panel({ state: "expired" }), ["|The signature request has expired.|Try Again|"]],
  ["no request", panel({ error: NOT_CREATED }), [`|${NOT_CREATED}|Retry|`]],
  [
    "the panel could not begin",
    panel({ error: "Error initializing contract" }),
    ["|Error initializing contract|Retry|"],
  ],
  [
    "no request after 'Try Again'",
    panel({}, replyWith({ trouble: "Failed to create signature request" })),
    ["|Failed to create signature request|Retry|"],
  ],
  [
    "a status that is not told",
    panel({ error: "Failed to check signature status" }),
    ["|Failed to check signature status|Retry|"],
  ],
  [
    "a signature that is not kept",
    panel({}, replyWith({ trouble: "Failed to register contract signed" })),
    ["|Failed to register contract signed|Retry|"],
  ],
  [
    "the dialog",
    dialog("open"),
    ["|Sign Your Artist Agreement|", "|View Contract Template|", "|I've Reviewed|", "|Cancel|"],
  ],
  [
    "the dialog, at Dropbox Sign",
    dialog("open", "dropbox-sign"),
    ["|Sign Your Artist Agreement|", "|View Contract Template|", "|I've Reviewed|", "|Cancel|"],
  ],
  ["the dialog, reviewed", dialog("sign"), ["|View Contract Template|", "|Cancel|"]],
  [
    "no address to sign at",
    dialog("open", "dropbox-sign", { trouble: NO_URL }),
    [`|${NO_URL}|`, "|Retry|", "|Cancel|"],
  ],
])("section 2, %s says so", (_, page, texts) => {
  for (const text of texts) expect(page).toContain(text);
});

test.each<[string, string, RegExp]>([
  ["what is signed is not signed again", signedPanel, /View Contract|Try Again|Retry/],
  ["what waits has nothing to try again", panel(), /Try Again|Retry|Agreement Signed/],
  [
    "what was declined is asked for anew first",
    panel({ state: "declined" }),
    /View Contract|Retry/,
  ],
  ["what has expired is, too", panel({ state: "expired" }), /View Contract|Retry/],
  [
    "nothing went wrong where it was declined",
    panel({ state: "declined", error: NOT_CREATED }),
    /Could not create/,
  ],
  ["a dialog without trouble offers no retry", dialog("open", "dropbox-sign"), /Retry/],
])("section 4, %s", (_, page, texts) => {
  expect(page).toContain("|");
  expect(page).not.toMatch(texts);
});

test("section 2, the tabs of the dashboard", () => {
  expect([...dashboardTabs]).toEqual(["Dashboard", "Contract Signing"]);
});
