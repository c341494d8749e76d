import { Button } from "@mantine/core";

interface PlayButtonProps {
  playing: boolean;
  /** The name of the sound, which follows Play or Pause in the button's name. */
  label: string;
  onPress: () => void;
}

/** A play and pause button; its name tells the state. */
export function PlayButton({ playing, label, onPress }: PlayButtonProps) {
  return (
    <Button
      w={44}
      h={44}
      mih={44}
      p={0}
      radius="50%"
      flex="none"
      aria-label={`${playing ? "Pause" : "Play"} ${label}`}
      onClick={onPress}
    >
      <svg viewBox="0 0 24 24" width={22} height={22} fill="currentColor" aria-hidden="true">
        {playing ? <path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" /> : <path d="M8 5l11 7-11 7z" />}
      </svg>
    </Button>
  );
}
