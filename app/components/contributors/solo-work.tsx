import { useEffect, useState } from "react";
import { CheckField } from "~/components/field";
import { useStepReply } from "~/components/step-reply";
import { NOTICE_MS, SOLO_NOTICE } from "~/submission/edit-contributors";
import styles from "./contributors.module.css";

interface SoloWorkProps {
  base: string;
  trackId: string;
  /** Called when it was switched on or off. */
  onSwitch: () => void;
}

/** Whether the artist made the track alone; the lists clear at once, and a notice says so. */
export function SoloWork({ base, trackId, onSwitch }: SoloWorkProps) {
  const { press } = useStepReply();
  const [switchedOn, setSwitchedOn] = useState<Event>();
  useEffect(() => {
    if (!switchedOn) return;
    const timer = setTimeout(() => setSwitchedOn(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [switchedOn]);
  return (
    <div>
      <CheckField
        name={`${base}.soloWork`}
        label="Solo work"
        hint="You made it alone. This clears featured artists, non-featured artists and songwriters."
        onChange={(event) => {
          setSwitchedOn(event.currentTarget.checked ? event.nativeEvent : undefined);
          press(`solo:${trackId}`);
          onSwitch();
        }}
      />
      <p role="status" className={styles.notice}>
        {switchedOn && SOLO_NOTICE}
      </p>
    </div>
  );
}
