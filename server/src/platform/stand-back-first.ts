import { standBackWholly } from './stand-back.ts';

// Imported before everything else: what a command loads and compiles is half a second of a busy processor.
standBackWholly();
