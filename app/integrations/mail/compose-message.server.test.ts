import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { buildMessageId, composeMessage } from "./compose-message.server";

const sender = {
  from: "music@label.example",
  brand: {
    name: 'Mahogany "Records", <Ltd>',
    supportEmail: "support@label.example",
    deliveryWeeks: 4,
  },
};
const date = new Date("2027-01-01T12:00:00Z");
const read = async (mail: Partial<Parameters<typeof composeMessage>[0]>) =>
  PostalMime.parse(
    await composeMessage(
      {
        messageId: buildMessageId("01MAIL", sender),
        recipient: "ada@example.com",
        subject: "s",
        textBody: "t",
        htmlBody: "<p>h</p>",
        ...mail,
      },
      sender,
      date,
    ),
  );

test("a PDF travels as an attachment, byte for byte, and a mail without one has no part for it", async () => {
  const content = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
  const { attachments, text } = await read({ attachment: { fileName: "A.pdf", content } });
  expect(text?.trim()).toBe("t");
  expect(attachments).toMatchObject([
    { filename: "A.pdf", mimeType: "application/pdf", disposition: "attachment" },
  ]);
  const [attachment] = attachments;
  expect(new Uint8Array(attachment?.content as ArrayBuffer)).toEqual(content);
  expect((await read({})).attachments).toEqual([]);
});

test("a Message-ID is the mail's id at the sender's domain", () => {
  expect(buildMessageId("01MAIL", sender)).toBe("<01MAIL@label.example>");
});

test("a brand with quotes and angle brackets is a name, not an address", async () => {
  const { from, replyTo } = await read({});
  const { name } = sender.brand;
  expect(from).toEqual({ name, address: "music@label.example" });
  expect(replyTo).toEqual([{ name, address: "support@label.example" }]);
});

const anyText = fc.string({
  unit: fc.constantFrom("a", "ö", "🎵", " ", "\r", "\n", ":", ",", "<", ">", "@", ";"),
});

test("whatever is typed into a subject, the message has the headers we gave it and no other", async () => {
  const expectedKeys = (await read({})).headers.map(({ key }) => key);
  await fc.assert(
    fc.asyncProperty(anyText, async (subject) => {
      const { headers, to } = await read({ subject: `s${subject}` });
      expect(headers.map(({ key }) => key)).toEqual(expectedKeys);
      expect(to).toEqual([{ name: "", address: "ada@example.com" }]);
    }),
  );
});

test.each([
  "=?UTF-8?Q?fake?=",
  "Saved: =?UTF-8?B?ZmFrZQ==?= by Ada",
  `${"Long ".repeat(40)}=?utf-8?q?=66ake?=`,
  "=?",
  "Grüße, =?UTF-8?Q?fake?=",
])("the subject %j arrives with those very signs", async (subject) => {
  expect((await read({ subject })).subject).toBe(subject);
});

test("a recipient that is more than one address never becomes more than one", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (suffix) => {
      const { to = [], cc = [], bcc = [] } = await read({ recipient: `ada@example.com${suffix}` });
      expect(to.length + cc.length + bcc.length).toBeLessThanOrEqual(1);
    }),
  );
});

test("every text arrives as it was written, but for its kind of line break", async () => {
  const line = fc.string({
    unit: fc.constantFrom("a", "ö", "🎵", ".", "=", "-", "From ", "  ", "\t"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      const text = `begin\n${lines.join("\n")}\nend`;
      expect((await read({ textBody: text })).text?.replaceAll("\r\n", "\n").trimEnd()).toBe(text);
    }),
  );
});
