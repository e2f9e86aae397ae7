import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import "./look/desk.css";
import "./look/forms.css";
import "./look/wager.css";
import "./look/tokens.css";
import { faceReady } from "./look/face";
import { listenToKeys } from "./look/keys";
import { theme } from "./look/theme.svelte";
import { listen } from "./router.svelte";
import { lang, ready, words } from "./words/words.svelte";

theme.begin();
document.documentElement.lang = lang();
listen();
listenToKeys();

const target = document.getElementById("app");
void Promise.all([ready(words.language), faceReady()]).then(() => {
  if (target) mount(App, { target });
});
