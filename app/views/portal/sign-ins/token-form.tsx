import { Button, TextInput } from "~/components/controls";
import { TextField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import type { FieldErrors } from "~/forms/reply";
import styles from "./sign-ins.module.css";

/** The form that makes a token. */
export function TokenForm({ name, errors }: { name: string; errors: FieldErrors }) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { name }, errors, first }}>
      <form method="post" noValidate className={lists.stack}>
        <TextField
          name="name"
          label="Name of a new token"
          hint="Such as the program it is for."
          autoComplete="off"
        />
        <p className={notice.buttons}>
          <Button type="submit" name="intent" value="make-token" variant="default">
            Make a token
          </Button>
        </p>
      </form>
    </FormReplyContext.Provider>
  );
}

/** A token that was just made: shown this once. */
export function NewToken({ token, name }: { token: string; name: string }) {
  return (
    <div role="status" className={styles.token}>
      <TextInput
        id="token"
        label={`Token "${name}"`}
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
      />
      <p>Copy it now: we keep only its hash, and can't show it again.</p>
    </div>
  );
}
