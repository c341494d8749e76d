import { Button } from "@mantine/core";
import { Form, Link, useLoaderData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import type { loader } from "./confirm-email-route.server";
import { INVALID_LINK } from "./confirm-email-route-shared";

export const handle = { scripts: false };

export const meta = titled("Confirm your address", ...SECRET_ADDRESS);

export default function ConfirmEmail() {
  const { email, done } = useLoaderData<typeof loader>();
  if (done)
    return (
      <div className={notice.page}>
        <h1>Your address is confirmed</h1>
        <p className={notice.lead} role="status">
          From now on we send our emails to this address.
        </p>
        <p className={notice.actions}>
          <Link to="/dashboard">Go to your dashboard</Link>
        </p>
      </div>
    );
  if (email === undefined)
    return (
      <div className={notice.page}>
        <h1>This link doesn't work</h1>
        <p className={notice.lead}>{INVALID_LINK}</p>
        <p className={notice.actions}>
          <Link to="/edit-profile">Go to your profile</Link>
        </p>
      </div>
    );
  return (
    <div className={notice.page}>
      <h1>Confirm your address</h1>
      <p className={notice.lead}>
        Make {email} the address of your account. You stay signed in on all your devices.
      </p>
      <Form method="post">
        <Button type="submit">Confirm this address</Button>
      </Form>
    </div>
  );
}
