import type { Brand, Mail } from "./mail";
import { staffAlertMail } from "./staff-alerts";

/** A mail by which staff see that the mail server works. @param id names this one. */
export function testMail(
  { id, recipient, by }: { id: string; recipient: string; by: string },
  brand: Brand,
): Mail {
  const alert = {
    key: `test:${id}`,
    subject: "A test of the mail server",
    sentences: [
      `${by} has pressed 'Send a test mail' on the staff pages.`,
      "It came the same way as every mail to artists: from the outbox, through the mail server. So that works.",
    ],
  };
  return staffAlertMail(alert, recipient, brand);
}
