import { Button } from "~/components/controls";
import { TextField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply-context";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import type { FieldErrors } from "~/forms/form-reply";

/** What a sign-in that did not pass sends back; the passcode is typed anew. */
export interface SignInReply {
  name: string;
  /** The page to go on to. */
  to: string;
  errors: FieldErrors;
}

/** Who it is, for the trail of what was done, and the passcode that all of the team share. */
export function SignInForm({ reply: { name, to, errors } }: { reply: SignInReply }) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { name }, errors, first }}>
      <form method="post" className={lists.stack}>
        <input type="hidden" name="to" value={to} />
        <TextField
          name="name"
          label="Your name"
          hint="Colleagues read it beside what you do."
          autoComplete="name"
        />
        <TextField
          name="passcode"
          label="Staff passcode"
          type="password"
          autoComplete="current-password"
        />
        <p className={notice.buttons}>
          <Button type="submit">Sign in</Button>
        </p>
      </form>
    </FormReplyContext.Provider>
  );
}
