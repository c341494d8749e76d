import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { WAITING_PATH } from "~/domain/access/submission-mode";
import { titled } from "~/ui/page-title";
import { useOnChange } from "~/ui/use-on-change";
import { JoinForm } from "./join-form";
import { JOIN_HEADING, JoinIntroduction } from "./join-introduction";
import type { action, loader } from "./waiting-list-route.server";

/** The wizard's entry shows this page, too, so the canonical address is given. */
export const meta = titled(JOIN_HEADING, { tagName: "link", rel: "canonical", href: WAITING_PATH });

export default function WaitingList() {
  const { isOpen, note, hasDraft, saved, start, cities } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const navigate = useNavigate();
  // The mode was switched in development; a refusal stays on the page.
  useOnChange(isOpen, () => {
    if (isOpen && !reply) navigate("/submit");
  });
  return (
    <JoinIntroduction isOpen={isOpen} note={note} hasDraft={hasDraft}>
      <JoinForm saved={saved} reply={reply} start={start} cities={cities} />
    </JoinIntroduction>
  );
}
