// SHA-512 (FIPS 180-4 §6.4) of the messages in all lanes. Included once, by ifma.c or portable.c, after lanes.h or
// word.h.
//
// Heads and hashes may be secret. Branches and addresses depend on the sizes of messages and heads alone.

// Sizes in bytes: of a block, and of a hash.
enum { sha512_rounds = 80, sha512_words = 16, sha512_block = 128, sha512_hash = 64 };

static const uint64_t sha512_constants[sha512_rounds] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

static const uint64_t sha512_start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

// One block in each lane.
static NOINLINE void sha512_compress(vector *state, vector *w) {
    vector s[8];
    UNROLL for (int i = 0; i < 8; i++) s[i] = state[i];
    for (int first = 0; first < sha512_rounds; first += sha512_words) {
        UNROLL for (int i = 0; i < sha512_words; i++) {
            // Instead of the words, their names move by one in each round.
            const vector a = s[-i & 7], b = s[(1 - i) & 7], c = s[(2 - i) & 7];
            const vector e = s[(4 - i) & 7], f = s[(5 - i) & 7], g = s[(6 - i) & 7];
            vector *d = &s[(3 - i) & 7], *h = &s[(7 - i) & 7];
            const vector sum_e = xor(xor(rotated(e, 14), rotated(e, 18)), rotated(e, 41));
            const vector sum_a = xor(xor(rotated(a, 28), rotated(a, 34)), rotated(a, 39));
            const vector constant = broadcast(sha512_constants[first + i]);
            const vector t = add(add(add(*h, sum_e), blend(e, f, g)), add(w[i], constant));
            *d = add(*d, t);
            *h = add(t, add(sum_a, blend(xor(a, b), c, a)));
            // The word for 16 rounds later.
            const vector x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            const vector sigma_x = xor(xor(rotated(x, 1), rotated(x, 8)), shifted_down(x, 7));
            const vector sigma_y = xor(xor(rotated(y, 19), rotated(y, 61)), shifted_down(y, 6));
            w[i] = add(add(w[i], sigma_x), add(w[(i + 9) & 15], sigma_y));
        }
    }
    UNROLL for (int i = 0; i < 8; i++) state[i] = add(state[i], s[i]);
}

// Reads or writes a number, most significant byte first.
INLINE uint64_t word_of(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return __builtin_bswap64(word);
}

INLINE void set_word(uint8_t *bytes, uint64_t word) {
    word = __builtin_bswap64(word);
    memcpy(bytes, &word, 8);
}

// See mb_sha512. Lanes without a message get a copy of the first one.
static LEAVES_NOTHING void sha512(unsigned count, const uint8_t *heads, size_t head_size, size_t head_stride,
                                  const uint8_t *messages, const size_t *ends, uint8_t *hashes) {
    for (unsigned first = 0; first < count; first += lanes) {
        // The first block, if it is whole, and what is left after the whole blocks, padded to one or two.
        uint8_t begins[lanes][sha512_block], tails[lanes][2 * sha512_block];
        const uint8_t *message[lanes];
        size_t whole[lanes], blocks[lanes], most = 0;
        PLAIN for (unsigned l = 0; l < lanes; l++) {
            const unsigned number = first + l < count ? first + l : first;
            const size_t start = number == 0 ? 0 : ends[number - 1], size = head_size + ends[number] - start;
            const uint8_t *head = heads + number * head_stride;
            const size_t left = size % sha512_block;
            message[l] = messages + start;
            whole[l] = size / sha512_block;
            blocks[l] = whole[l] + (left + 17 <= sha512_block ? 1 : 2);
            // The head is in the first block, which is whole or in the tail.
            uint8_t *first_block = whole[l] > 0 ? begins[l] : tails[l];
            copy_words(first_block, head, head_size / 8);
            memcpy(first_block + head_size, message[l], (whole[l] > 0 ? sha512_block : left) - head_size);
            if (whole[l] > 0) memcpy(tails[l], message[l] + size - head_size - left, left);
            memset(tails[l] + left, 0, sizeof tails[l] - left);
            tails[l][left] = 0x80;
            set_word(tails[l] + (blocks[l] - whole[l]) * sha512_block - 8, 8 * (uint64_t)size);
            if (blocks[l] > most) most = blocks[l];
        }
        vector state[8];
        UNROLL for (int i = 0; i < 8; i++) state[i] = broadcast(sha512_start[i]);
        for (size_t block = 0; block < most; block++) {
            uint64_t words[sha512_words][lanes];
            PLAIN for (unsigned l = 0; l < lanes; l++) {
                const uint8_t *bytes = tails[l];
                if (block < whole[l]) bytes = block == 0 ? begins[l] : message[l] + (block * sha512_block - head_size);
                // A lane that has no more blocks computes something that nobody reads.
                else if (block < blocks[l]) bytes += (block - whole[l]) * sha512_block;
                PLAIN for (int i = 0; i < sha512_words; i++) words[i][l] = word_of(bytes + 8 * i);
            }
            vector w[sha512_words];
            UNROLL for (int i = 0; i < sha512_words; i++) w[i] = load_lanes(words[i]);
            sha512_compress(state, w);
            UNROLL for (int i = 0; i < 8; i++) store_lanes(words[i], state[i]);
            PLAIN for (unsigned l = 0; l < lanes && first + l < count; l++) {
                if (block + 1 != blocks[l]) continue;
                for (int i = 0; i < 8; i++) set_word(hashes + (first + l) * sha512_hash + 8 * i, words[i][l]);
            }
        }
    }
}
