export { default, meta } from "~/features/wizard/music/music-step-route";
export { action, loader } from "~/features/wizard/music/music-step-route.server";
