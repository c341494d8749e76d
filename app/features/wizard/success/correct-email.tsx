import type { Receipt } from "~/domain/submission/run/receipt";
import type { FormReply } from "~/forms/form-reply";
import { EmailField } from "~/ui/field";
import { SecondaryButton } from "~/ui/intent-button";
import { PlainForm } from "~/ui/plain-form";
import layout from "../layout.module.css";
import panels from "../panels.module.css";

const EMPTY = { email: "" };

interface CorrectEmailProps {
  receipt: Receipt;
  reply: FormReply | undefined;
}

/** Corrects the address. Posted natively, so that the new page says where the mail goes. */
export function CorrectEmail({ receipt, reply }: CorrectEmailProps) {
  if (!receipt.canCorrectEmail) return reply && <p role="alert">{reply.errors.email?.text}</p>;
  return (
    <details open={reply !== undefined}>
      <summary className={`${panels.summary} ${layout.tall}`}>Wrong address? Correct it</summary>
      <PlainForm action="/submit/success" reply={reply} initial={EMPTY}>
        <input type="hidden" name="reference" value={receipt.reference} />
        <EmailField
          name="email"
          label="Correct email address"
          hint={`We have ${receipt.email}.`}
          autoComplete="email"
        />
        <div>
          <SecondaryButton intent="correct-email">Send it there</SecondaryButton>
        </div>
      </PlainForm>
    </details>
  );
}
