export { default, meta } from "~/features/wizard/resume-link/open-draft-route";
export { action, loader } from "~/features/wizard/resume-link/open-draft-route.server";
