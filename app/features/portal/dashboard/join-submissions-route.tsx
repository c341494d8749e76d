import { useLoaderData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { JoinOffer } from "../join-offer";
import type { loader } from "./join-submissions-route.server";

export const meta = titled("Earlier submissions");

export default function EarlierSubmissions() {
  const { submissions } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <p className={notice.actions}>
        <a href="/dashboard">Dashboard</a>
      </p>
      <h1>Earlier submissions</h1>
      {submissions.length === 0 && (
        <p>Your account has everything that was sent with your email address.</p>
      )}
      <JoinOffer submissions={submissions} />
    </div>
  );
}
