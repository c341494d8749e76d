import { Button } from "@mantine/core";
import { Form } from "@remix-run/react";
import styles from "./agreement-panel.module.css";

/** Signing on our own page without script, which Dropbox Sign needs. */
export function SignHere({ currentPath }: { currentPath: string }) {
  return (
    <div className={styles.form}>
      <p>
        Signing through Dropbox Sign needs JavaScript. You can sign here instead, by typing your
        name: it is the same agreement, and you get a signed PDF.
      </p>
      <Form method="post" action="/agreement">
        <input type="hidden" name="to" value={currentPath} />
        <Button type="submit" name="intent" value="here">
          Sign here instead
        </Button>
      </Form>
    </div>
  );
}
