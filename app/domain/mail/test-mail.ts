import type { Brand, Mail } from "./mail";
import { staffAlertMail } from "./staff-alerts";

/** @param id makes the mail unique. */
export function testMail(
  { id, recipient, staffName }: { id: string; recipient: string; staffName: string },
  brand: Brand,
): Mail {
  const alert = {
    key: `test:${id}`,
    subject: "A test of the mail server",
    sentences: [
      `${staffName} has pressed 'Send a test mail' on the staff pages.`,
      "It came the same way as every mail to artists: from the outbox, through the mail server. So that works.",
    ],
  };
  return staffAlertMail(alert, recipient, brand);
}
