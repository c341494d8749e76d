/** Whatever can be made silent, such as an audio element. */
interface Sounding {
  pause: () => void;
}

let playing: Sounding | undefined;

/** Takes the turn to play: whatever else is playing on the page falls silent. */
export function takeTurn(sound: Sounding): void {
  if (playing !== sound) playing?.pause();
  playing = sound;
}

/** Gives the turn back, so that a player that has left the page is not kept in memory. */
export function giveTurn(sound: Sounding): void {
  if (playing === sound) playing = undefined;
}
