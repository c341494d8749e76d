import { expect, test } from "vitest";
import { pageText } from "../../../../tests/support/page-parts";
import { renderToHtml } from "../../../../tests/support/render-page";
import { UnsentMails } from "./unsent-mails";

const render = (state: string) =>
  renderToHtml(
    <UnsentMails
      mailIsOff={false}
      unsent={[
        {
          ...{ id: "M1", kind: "account", subject: "Your code", state },
          ...{ recipient: "ada@example.com", submissionId: null, sentAt: null },
          ...{ lastError: "550 No such mailbox", createdAt: "2026-11-28T12:00:00.000Z" },
        },
      ]}
    />,
  );

test.each([
  ["failed", "It won't go out automatically.", "again"],
  ["unconfirmed", "Ask the recipient before you send it again.", "again-twice"],
])("a mail that is %s says so, and its button sends it again", (state, text, intent) => {
  const html = render(state);
  expect(pageText(html)).toContain(text);
  expect(html).toContain('action="/staff/activity/mails/M1"');
  expect(html).toContain(`value="${intent}"`);
});

test("a mail that waits for the server says so, and has no button", () => {
  const html = render("waiting");
  expect(pageText(html)).toContain("It goes out automatically once the mail server accepts it.");
  expect(html).not.toContain("<button");
});
