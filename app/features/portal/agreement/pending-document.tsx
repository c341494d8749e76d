import { Link, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import notice from "~/ui/notice-page.module.css";

/** How long the page waits before it checks for the PDF again, in milliseconds: longer each time. */
const waitMs = (attempts: number) => Math.min(2_000 * 1.5 ** attempts, 60_000);

/** Stands in for the signed PDF and polls for it; without script there is a link to reload. */
export function PendingDocument({ currentPath }: { currentPath: string }) {
  const { revalidate, state } = useRevalidator();
  const attempts = useRef(0);
  useEffect(() => {
    if (state !== "idle") return undefined;
    const timer = setTimeout(() => {
      attempts.current += 1;
      revalidate();
    }, waitMs(attempts.current));
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <p className={notice.small} role="status">
      Your signed PDF is being made. <Link to={currentPath}>Look again</Link>
    </p>
  );
}
