export type Tone = 'green' | 'amber' | 'red' | 'grey' | 'blue' | 'neutral';
