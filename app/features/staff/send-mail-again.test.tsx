import { expect, test } from "vitest";
import { renderToHtml } from "../../../tests/support/render-page";
import { SendMailAgain } from "./send-mail-again";

const render = (state: string, jobId?: string) =>
  renderToHtml(
    <SendMailAgain mail={{ id: "M1", subject: "Your code", state }} {...(jobId && { jobId })} />,
  );

test.each([
  ["failed", false],
  ["unconfirmed", true],
])("the page itself runs the job of a mail that is %s", (state, mayArriveTwice) => {
  const html = render(state, "J1");
  expect(html).toContain('name="job" value="J1"');
  expect(html).toContain('value="send-again"');
  expect(html.includes('name="mayArriveTwice"')).toBe(mayArriveTwice);
  expect(html).not.toContain("action=");
});

test("without a job the mail's own page sends it", () => {
  const html = render("unconfirmed");
  expect(html).toContain('action="/staff/activity/mails/M1"');
  expect(html).toContain('value="again-twice"');
  expect(html).not.toContain('name="job"');
});

test.each(["waiting", "held", "sent"])("a mail that is %s has no such button", (state) => {
  expect(render(state, "J1")).not.toContain("<button");
});
