import { useNavigation } from "@remix-run/react";
import { Button } from "~/components/controls";
import styles from "./step-form.module.css";

/** Back and Next. Next stands first in the markup, so that Enter in a field means Next. */
export function StepButtons({ next, back }: { next: string; back: boolean }) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className={styles.buttons}>
      <Button type="submit" name="intent" value="next" aria-disabled={busy}>
        {busy ? "Saving…" : next}
      </Button>
      {back && (
        <Button type="submit" name="intent" value="back" variant="default">
          Back
        </Button>
      )}
    </div>
  );
}
