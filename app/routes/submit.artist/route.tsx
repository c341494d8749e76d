export { default, meta } from "~/features/wizard/artist/artist-step-route";
export { action, loader } from "~/features/wizard/artist/artist-step-route.server";
